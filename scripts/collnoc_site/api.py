"""Pages of the interfaces, from the comments in the sources: C and Python as Markdown, C++ by doxygen."""
import ast
import re
import shutil
import subprocess
from pathlib import Path

C_HEADER = "sim/network/collnoc.h"
CPP_INPUT = ["sim/network/network.hpp", "sim/network/commands.hpp", "sim/network/commands", "model", "arch", "firmware", "sim/systemc"]


def comment_text(comment: str) -> str:
    lines = [re.sub(r"^\s*\*? ?", "", line) for line in comment.removeprefix("/*").removesuffix("*/").split("\n")]
    return "\n".join(lines).strip()


def c_page(top: Path) -> str:
    """Each comment of the header that begins a line, with the declarations up to the next empty line."""
    text = (top / C_HEADER).read_text(encoding="utf-8")
    parts = re.findall(r"^(/\*.*?\*/)\n(.*?)(?:\n\n|\Z)", text, re.M | re.S)
    lines = ["# C interface", "", f"Of [`collnoc.h`](../{C_HEADER}); [embedding](../docs/user/embedding.md) has examples.", ""]
    for comment, declaration in parts:
        if declaration.startswith("#"):  # the head of the file
            lines += [comment_text(comment), ""]
            continue
        name = re.search(r"(\w+)\(", declaration.removeprefix("typedef int (*").replace(")(", "(")) or re.search(r"(\w+);?\s*$", declaration)
        assert name, declaration
        lines += [f"## {name[1]}", "", "```c", declaration, "```", "", comment_text(comment), ""]
    return "\n".join(lines)


def signature(node: ast.FunctionDef) -> str:
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    whole = f"{node.name}({ast.unparse(node.args)}){returns}"
    if len(whole) <= 100:
        return whole
    # One argument per line. Commas inside of brackets do not divide.
    arguments = re.split(r", (?![^\[(]*[\])])", ast.unparse(node.args))
    return f"{node.name}(\n" + "".join(f"    {argument},\n" for argument in arguments) + f"){returns}"


def paragraphs(node: ast.FunctionDef | ast.ClassDef | ast.Module) -> list[str]:
    """A docstring; what is indented in it is code, and lines such as `name: text` are a list."""
    lines: list[str] = []
    for line in (ast.get_docstring(node) or "").split("\n"):
        item = re.match(r"( {0,4})(\w+): (.*)", line)
        if item and item[1]:
            lines += [*([""] if lines and not lines[-1].startswith("- ") else []), f"- `{item[2]}`: {item[3]}"]
        else:
            lines.append(line)
    return lines


def python_page(top: Path) -> str:
    """The names of __all__, in its order: functions and classes with their public functions."""
    modules = [ast.parse(file.read_text(encoding="utf-8")) for file in sorted((top / "python/collnoc").glob("*.py"))]
    package = modules[0]  # __init__.py
    aliases = {node.targets[0].id: node for module in modules for node in module.body
               if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    found = {node.name: node for module in modules for node in module.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    names = next(ast.literal_eval(node.value) for node in package.body
                 if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    lines = ["# Python package", "", "The names of [`collnoc`](../python/collnoc/__init__.py); the [guide](../docs/user/python.md) explains them.", "",
             *paragraphs(package), ""]
    for name in names:
        if name not in found:
            lines += [f"## {name}", "", "```python", ast.unparse(aliases[name]), "```", ""]
            continue
        node = found[name]
        if isinstance(node, ast.FunctionDef):
            lines += [f"## {name}", "", "```python", signature(node), "```", "", *paragraphs(node), ""]
            continue
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        lines += [f"## {name}", "", "```python", f"class {name}({bases})" if bases else f"class {name}", "```", "", *paragraphs(node), ""]
        for member in node.body:
            if isinstance(member, ast.FunctionDef) and (member.name == "__init__" or not member.name.startswith("_")):
                kind = "property " if any(getattr(d, "id", "") == "property" for d in member.decorator_list) else ""
                lines += ["```python", f"{kind}{signature(member)}", "```", "", *paragraphs(member), ""]
    return "\n".join(lines)


CPP_PAGE = """# C++ classes

[Classes and functions of the model, the software for tiles, SystemC modules and the library](cpp/index.html), from the comments
in their headers. [Packaging](../docs/user/packaging.md) says how a project uses them, and [stability](../docs/user/stability.md)
what may change.
"""


def cpp_pages(top: Path, output: Path, version: str) -> None:
    output.mkdir(parents=True)
    settings = {
        "PROJECT_NAME": "collnoc", "PROJECT_NUMBER": version, "INPUT": " ".join(CPP_INPUT), "RECURSIVE": "YES", "FILE_PATTERNS": "*.hpp *.h",
        "OUTPUT_DIRECTORY": output, "HTML_OUTPUT": ".", "GENERATE_LATEX": "NO", "EXTRACT_ALL": "YES", "QUIET": "YES", "WARNINGS": "NO",
        "STRIP_FROM_PATH": top, "STRIP_FROM_INC_PATH": top, "HAVE_DOT": "NO", "SOURCE_BROWSER": "NO", "JAVADOC_AUTOBRIEF": "YES",
        "VERBATIM_HEADERS": "NO", "SEARCHENGINE": "YES", "MARKDOWN_SUPPORT": "YES", "AUTOLINK_SUPPORT": "NO", "HTML_TIMESTAMP": "NO",
    }
    text = "\n".join(f"{name} = {value}" for name, value in settings.items())
    subprocess.run(["doxygen", "-"], cwd=top, input=text, text=True, check=True, stdout=subprocess.DEVNULL)
    # Doxygen 1.9.4 links to a section of nested classes also where it has none.
    for file in output.glob("*.html"):
        text = file.read_text(encoding="utf-8")
        if 'name="nested-classes"' not in text and 'id="nested-classes"' not in text:
            file.write_text(re.sub(r'<a href="#nested-classes">\w+</a>( &#124;)?', "", text), encoding="utf-8")


def write(top: Path, staging: Path, version: str) -> list[str]:
    """Writes the pages; those in Markdown, by name. Without doxygen, all but those of C++."""
    api = staging / "api"
    api.mkdir(parents=True)
    pages = {"c.md": c_page(top), "python.md": python_page(top)}
    if shutil.which("doxygen"):
        cpp_pages(top, api / "cpp", version)
        pages["cpp.md"] = CPP_PAGE
    for name, text in pages.items():
        (api / name).write_text(text, encoding="utf-8")
    return [f"api/{name}" for name in pages]
