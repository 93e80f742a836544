"""Pages of source files and folders that documents lead to."""
import html
import os
import subprocess
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

from collnoc_site.pages import PICTURES

STYLE = """body { font: 15px/1.5 sans-serif; margin: 0 auto; max-width: 1100px; padding: 0 16px }
pre { font-size: 13px; overflow-x: auto } a { color: #3949ab } .linenos { color: #888 }"""


def page(name: str, version: str, body: str) -> str:
    home = os.path.relpath("index.html", os.path.dirname(name) or ".")
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(name)} - collnoc {version}</title>
<style>{STYLE}
{HtmlFormatter().get_style_defs(".highlight")}</style></head>
<body><p><a href="{home}">collnoc {version}</a> · {html.escape(name)}</p>
{body}
</body></html>
"""


def file_page(top: Path, name: str, version: str) -> str:
    text = (top / name).read_text(encoding="utf-8")
    try:
        # File lists end in .f, which is not Fortran here.
        lexer = TextLexer() if name.endswith(".f") else get_lexer_for_filename(name, text)
    except ClassNotFound:
        lexer = TextLexer()
    return page(name, version, highlight(text, lexer, HtmlFormatter(lineanchors="L", anchorlinenos=True, linenos="inline")))


def folder_files(top: Path, name: str) -> list[str]:
    """The files of a folder, without those below it and without pictures."""
    listed = subprocess.run(["git", "ls-files", "--", f":(glob){name}/*"], cwd=top, check=True, capture_output=True, text=True).stdout
    return [file for file in listed.split() if Path(file).suffix not in PICTURES | {".md"}]


def folder_page(top: Path, name: str, version: str) -> str:
    rows = "\n".join(f'<li><a href="{os.path.basename(file)}.html">{html.escape(os.path.basename(file))}</a></li>'
                     for file in folder_files(top, name))
    return page(f"{name}/index.html", version, f"<ul>{rows}</ul>")
