"""The layers of the code, read from the source, and what every file of it owes its readers."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import bot

PACKAGE = Path(bot.__file__).parent
FILES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
SOURCES = {module: path.read_text(encoding="utf-8") for module, path in FILES.items()}

LAYERS = (
    {"__main__"},
    {"verbs"},
    {"play"},
    {"app"},
    {"client", "tree"},
    {"cogs"},
    {"advice", "asker", "failures", "pace", "render", "respond", "table", "translator", "views"},
    # Nothing below this line knows Discord.
    {"cards", "store", "terminal", "unanswered", "wording"},
    {"library", "shown"},
    {"facedown"},
    {"refusals"},
    {"corpus"},
    {"atwork", "config", "host", "languages", "latest", "locks", "messages", "troubles"},
    {"errors", "limits", "migrations", "paths", "text", "yamlfields", "yamltree"},
    {""},
)
"""From the top down, by the first name after `bot`; a module imports from its own layer and from those below."""
KNOW_DISCORD = set().union(*LAYERS[2:7])


def imports(source, *, types):
    """The dotted names that a source imports anywhere; what only type checkers import counts where `types` says so."""
    pending: list[ast.AST] = [ast.parse(source)]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not types:
            pending += node.orelse
        else:
            pending += ast.iter_child_nodes(node)


def own_imports(module):
    """The modules of the bot that a module imports when it runs."""
    for name in imports(SOURCES[module], types=False):
        while name.startswith("bot") and name not in FILES:
            name = name.rpartition(".")[0]  # noqa: PLW2901 - a class or function of the module that stands before it
        if name in FILES:
            yield name


def part(module):
    """The name that stands in `LAYERS` for a module."""
    return (*module.split("."), "")[1]


def level(module):
    """How many layers lie above a module's."""
    return next(number for number, layer in enumerate(LAYERS) if part(module) in layer)


def test_imports_are_seen_wherever_they_stand():
    source = (
        "import a, b.c\n"
        "def f():\n    from d import e as g, h\n"
        "if TYPE_CHECKING:\n    import i\nelse:\n    import j\n"
        "try:\n    import k\nexcept ImportError:\n    pass\n"
    )
    assert sorted(imports(source, types=False)) == ["a", "b.c", "d.e", "d.h", "j", "k"]
    assert sorted(imports(source, types=True)) == ["a", "b.c", "d.e", "d.h", "i", "j", "k"]


def test_every_module_has_its_layer():
    assert {part(module) for module in FILES} <= set().union(*LAYERS)


@pytest.mark.parametrize("module", FILES)
def test_no_module_imports_from_a_layer_above(module):
    assert [name for name in own_imports(module) if level(name) < level(module)] == []


def test_no_modules_import_each_other_in_a_circle():
    TopologicalSorter({module: set(own_imports(module)) - {"bot"} for module in FILES}).prepare()


def test_only_the_upper_layers_know_discord():
    knowing = {
        part(module)
        for module, source in SOURCES.items()
        if any(name.split(".")[0] == "discord" for name in imports(source, types=True))
    }
    assert knowing <= KNOW_DISCORD


def test_no_cog_imports_another():
    cogs = [module for module in FILES if module.startswith("bot.cogs.")]
    assert len(cogs) > 1
    for cog in cogs:
        assert not [name for name in imports(SOURCES[cog], types=True) if name.startswith("bot.cogs")]


def test_only_its_verb_knows_that_the_bot_can_be_played_with():
    users = {module for module in FILES if any(name.startswith("bot.play") for name in own_imports(module))}
    assert {module for module in users if part(module) != "play"} == {"bot.verbs.play"}


@pytest.mark.parametrize(
    ("package", "owners"),
    [
        ("aiosqlite", {"store"}),
        ("ijson", {"library"}),
        ("simcord", {"play"}),
        ("sqlite3", {"library", "migrations", "store"}),
        ("yaml", {"yamltree"}),
    ],
)
def test_a_package_is_used_where_it_belongs_and_nowhere_else(package, owners):
    users = {
        part(module)
        for module, source in SOURCES.items()
        if any(name.split(".")[0] == package for name in imports(source, types=True))
    }
    assert users == owners


@pytest.mark.parametrize("module", FILES)
def test_whatever_is_public_has_a_docstring(module):
    pending: list[tuple[str, ast.AST]] = [(module, ast.parse(SOURCES[module]))]
    silent = []
    while pending:
        name, node = pending.pop()
        if not ast.get_docstring(node):
            silent.append(name)
        pending += [
            (f"{name}.{child.name}", child)
            for child in ast.iter_child_nodes(node)
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and not child.name.startswith("_")
        ]
    assert silent == []


@pytest.mark.parametrize("module", FILES)
def test_no_file_grows_out_of_sight(module):
    assert len(SOURCES[module].splitlines()) < (100 if module == "bot.client" else 450)
