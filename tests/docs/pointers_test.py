#!/usr/bin/python3 -B
"""names_test.py finds pointers to the wrong file: members of the sources drawn at random, each in front of a link to the file
that defines it, and to one that does not."""
import os
import random
import re
import unittest

import names_test
from names_test import TOP, wrong_in

SEED = int(os.environ.get("SEED", random.randrange(10**6)))
PAGE = TOP / "docs/page.md"
# How pages point: member, class, link.
FORMS = ("`{member}()` of [`{owner}`]({link})", "`{owner}::{member}` ([{file}]({link}))", "`{owner}::{member}()` in [{file}]({link})",
         "`other` and `{owner}::{member}` in [{file}]({link})", "`{owner}::{member}` (`{path}`)")


def members() -> list[tuple[str, str, str]]:
    """File, class and member of definitions outside of classes."""
    found = []
    for name in names_test.files():
        if name.startswith(("model/", "sim/")) and name.endswith(("cpp", "hpp")):
            found += [(name, *match) for match in re.findall(r"(?m)^\w[^;\n=]* &?\*?([A-Z]\w+)::(\w+)\(", names_test.code(TOP / name))]
    return found


class Pointers(unittest.TestCase):
    def complaints(self, form: str, path: str, owner: str, member: str) -> list[str]:
        text = form.replace("`other` and ", "").format(owner=owner, member=member, link=f"../{path}", path=path, file=path.split("/")[-1])
        return wrong_in(PAGE, text)

    def test_drawn_at_random(self):
        draw, known = random.Random(SEED), members()
        self.assertGreater(len(known), 300)
        sources = [name for name in names_test.files() if name.startswith(("model/", "sim/")) and name.endswith(("cpp", "hpp"))]
        for path, owner, member in draw.sample(known, 100):
            form = draw.choice(FORMS)
            with self.subTest(path=path, owner=owner, member=member, form=form, seed=SEED):
                self.assertEqual(self.complaints(form, path, owner, member), [])
                other = draw.choice([name for name in sources if not re.search(rf"\b{owner}\b", names_test.code(TOP / name))])
                self.assertIn(f"does not define {owner}::{member}", "".join(self.complaints(form, other, owner, member)))
                self.assertNotEqual(self.complaints(form, path, owner, f"{member}_not"), [])

    def test_what_was_seen(self):
        text = "`settle()` of [`Router`](../model/router/router.cpp)"
        self.assertEqual(wrong_in(PAGE, text), ["docs/page.md:1: router.cpp does not define Router::settle"])
        self.assertEqual(wrong_in(PAGE, text.replace("router.cpp", "router_cycle.cpp")), [])
        self.assertIn("no file or folder sim/gone", "".join(wrong_in(PAGE, "see `sim/gone/` and `sim/fabric/`")))
        gone = "::".join(["Fabric", "gone"])  # in two parts, because this file is a source, too
        self.assertIn(f"no source file defines {gone}", "".join(wrong_in(PAGE, f"`{gone}()`")))
        self.assertEqual(wrong_in(PAGE, "`docs/links`, `sim/*/fabric.hpp`, `rtl/topology/NAME_pkg.sv`"), [])


if __name__ == "__main__":
    print(f"SEED={SEED}")
    unittest.main()
