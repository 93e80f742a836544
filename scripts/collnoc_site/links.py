"""Every link of the site leads to a file of it, and every anchor to an element."""
import os
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, file: Path):
        super().__init__()
        self.links: list[str] = []
        self.anchors = {"", "top"}
        self.feed(file.read_text(encoding="utf-8", errors="replace"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value or "")
            elif name in ("href", "src") and value:
                self.links.append(value)
            elif name == "srcset" and value:
                self.links += [part.split()[0] for part in value.split(",")]


def dead_links(site: Path) -> tuple[int, list[str]]:
    """How many links were followed, and which lead nowhere."""
    pages = {file: Page(file) for file in sorted(site.rglob("*.html"))}
    dead: list[str] = []
    followed = 0
    for file, page in pages.items():
        if file == site / "404.html":  # its links begin at the root of a server
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            followed += 1
            place = Path(os.path.normpath(file.parent / unquote(parts.path))) if parts.path else file
            if place.is_dir():
                place /= "index.html"
            if not place.exists():
                dead.append(f"{file.relative_to(site)}: {link}: no such file")
            elif place in pages and unquote(parts.fragment) not in pages[place].anchors:
                dead.append(f"{file.relative_to(site)}: {link}: no such anchor")
    return followed, dead
