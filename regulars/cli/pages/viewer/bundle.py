"""Joins the viewer's JavaScript modules into one script, since browsers load no modules from a file on disk.

The modules are standard ones. They import names from each other, which are unique in the whole viewer, so joining them
means to leave out their `import` lines and the word `export`.
"""

from __future__ import annotations

import re
from functools import cache

from regulars.cli.pages.page import own

PACKAGE = "regulars.cli.pages.viewer"
FRONT = "front"

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class) )", re.MULTILINE)


@cache
def joined_script(entry: str) -> str:
    """The script of a module and of all modules that it imports, in the order in which they need each other.

    Args:
        entry: The name of the module in the folder `front`, without its ending.
    """
    done: dict[str, str] = {}

    def take(name: str) -> None:
        if name in done:
            return
        done[name] = ""
        source = own(f"{FRONT}/{name}.js", PACKAGE)
        for needed in _IMPORT.findall(source):
            take(needed)
        del done[name]  # it comes after those that it needs
        done[name] = _EXPORT.sub("", _IMPORT.sub("", source))

    take(entry)
    return "\n".join(["(() => {", '"use strict";', *done.values(), "})();"])
