"""The measured tables and drawings of this project's documents.

The commands scripts/docs-tables, star-tables, readme-table, saturation, bench, program-baseline and
coverage are thin entry points of the modules here. Results come from the program `collnoc` as JSON
(program.py), pandas holds them, jinja2 writes the tables (markdown.py), and matplotlib draws
(drawings.py).
"""
