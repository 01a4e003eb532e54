"""Reads every page as its readers do, and compares it with the tree. Run by deploy/checks/docs.

Prints a line for each fault, `page:line: what`, or `docs: OK links=N commands=N`.
"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import prose
import shell_blocks
from pages import ROOT, Page, files

WORDS = ROOT / "deploy/checks/words.txt"
DICTIONARY = "en_GB-ize"
CHANGES = "CHANGELOG.md"  # tells of what is gone, too

WIDTH = {"README.md": 120}  # characters a line
PICTURE_BYTES = 200_000
FIGURES = ROOT / "docs/images/figures.txt"

CLASS = re.compile(r"(?<![\w-])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b")
METHOD = re.compile(r"\b([A-Z]\w+)#(\w+)")
SETTING = re.compile(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[A-Z]{5,}\b")
HEADER = re.compile(r"\b[A-Z][a-z]+(?:-[A-Z][a-z]+)+\b")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]\b")
METRIC = re.compile(r"\b(?:pipeline|http_server)_[a-z_]+\b")
PATH = re.compile(r"^(?:deploy|docs|client|server|consumer|wire|testdata)/[\w./-]+$")
PAGE = re.compile(r"(?<![\w/.-])[\w./-]*[\w-]\.md\b")


def main():
    pages = [Page(path) for path in files() if path.suffix == ".md"]
    code = {path: text for path in files() if path.suffix != ".md" and (text := _text(path)) is not None}
    tree = Names("\n".join(text for path, text in code.items() if path != WORDS))
    tree.hyphened |= shell_blocks.options_in(shell_blocks.help_of("deploy/experiment"))  # made from its factors
    found, links, commands = [], 0, 0

    for page in pages:
        found += [f"{page.name}:{line}: {what}" for line, what in _bad_links(page)]
        links += sum(1 for _ in page.links())
        if page.name != CHANGES:
            found += [f"{page.name}:{line}: {what}" for line, what in _bad_names(page, tree)]
        for line, kind, block in page.blocks:
            if kind.split()[:1] == ["sh"]:
                bad, count = shell_blocks.faults(block, tree.words)
                found += [f"{page.name}:{line}: {what}" for what in bad]
                commands += count
            if kind.split()[:1] in (["java"], ["text"]) and len(kind.split()) > 1:
                found += [f"{page.name}:{line}: {what}" for what in _not_from(kind.split()[1], block)]
        found += _too_wide(page)
    found += prose.faults(pages)
    found += _bad_tables()
    found += _bad_mentions(code)
    found += _untested_cases(code)
    found += _misspelt(pages)
    found += _large_pictures()
    found += _other_pictures()
    found += _lessons_without_code(Page(ROOT / "docs/tutorial.md"))
    if not found:
        found += _failing(pages)

    for fault in found:
        print(fault)
    if found:
        return 1
    print(f"docs: OK links={links} commands={commands}")
    return 0


def _text(path):
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def _bad_links(page):
    for line, target in page.links():
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.path.parent / name).resolve() if name else page.path
        if not path.exists():
            yield line, f"link to {target}: not there"
        elif anchor and anchor not in Page(path).anchors():
            yield line, f"link to {target}: no such heading"
    for line, text in page.unlinked():
        for name in PAGE.findall(text):
            if not _is_page(name, page.path.parent):
                yield line, f"{name}: no such page"


def _is_page(name, folder):
    return (folder / name).exists() or (ROOT / name).exists()


class Names:
    """The names in a text: words, words with hyphens, methods, and words with dots."""

    def __init__(self, text):
        self.words = set(re.findall(r"\w+", text))
        self.hyphened = set(re.findall(r"[\w-]+", text))
        self.methods = set(re.findall(r" (\w+)\(", text))
        self.dotted = set(re.findall(r"\w+(?:\.\w+)+", text))
        self.types = set(re.findall(r"\b(?:class|record|interface|enum) (\w+)", text))


def _bad_names(page, tree):
    typed = Names("\n".join(text for _, kind, text in page.blocks if kind == "java"))  # by who reads the page
    words, hyphened = tree.words | typed.words, tree.hyphened | typed.hyphened
    for line, _, text in page.blocks:
        for name in set(re.findall(r"-D(?:it\.)?test=(\w+)", text)) - tree.types - typed.types - {"NoneTest"}:
            yield line, f"{name}: no test of that name"
    for line, span in page.spans:
        for name, method in METHOD.findall(span):
            if name not in words or method not in tree.methods | typed.methods:
                yield line, f"{name}#{method}: no such method"
        names = re.sub(r"\{[^}]*\}|#\w+|[a-z]+://\S+", " ", span)
        for pattern, kind, known in (
            (CLASS, "class", words),
            (SETTING, "setting", words),
            (HEADER, "header", hyphened),
            (OPTION, "option", hyphened),
        ):
            for name in set(pattern.findall(names)) - known:
                yield line, f"{name}: no {kind} of that name in the code"
        for name in METRIC.findall(span):
            base = re.sub(r"_(total|seconds|bytes|count|sum|max|bucket)+$", "", name)
            if name not in tree.words and base.replace("_", ".") not in tree.dotted:
                yield line, f"{name}: no such metric"
        if PATH.match(span) and not span.endswith(".md") and "/target/" not in span and not span.startswith("deploy/out"):
            there = any((folder / span).exists() for folder in (ROOT, page.path.parent))
            if not there and Path(span).stem not in typed.types:
                yield line, f"{span}: not there"


def _bad_tables():
    """Compares the manuals' tables of options and settings with what the programs say."""
    options = shell_blocks.options_in
    for program in ("client", "consumer"):
        said = {o for o in options(shell_blocks.jar_help(f"{program}.jar")) if o.startswith("--")}
        yield from _differs(program, "option", said, _manual(program, OPTION))
    for program in ("server", "consumer"):
        text = shell_blocks.jar_help(f"{program}.jar")
        said = set(re.findall(r"^ {2,6}([A-Z][A-Z_]+) ", text, re.M))
        yield from _differs(program, "setting", said, _manual(program, re.compile(r"^[A-Z][A-Z_]+$")))
    said = set(re.findall(r"\b[A-Z]+_[A-Z_]+\b", shell_blocks.jar_help("client.jar")))
    yield from _differs("client", "setting", said, _manual("client", re.compile(r"^[A-Z]+_[A-Z_]+$")))


def _manual(program, pattern):
    cells = Page(ROOT / program / "README.md").first_cells()
    return {name for cell in cells for name in pattern.findall(cell)}


def _differs(program, kind, said, written):
    for name in sorted(said - written):
        yield f"{program}/README.md: {kind} {name} of --help is in no table"
    for name in sorted(written - said):
        yield f"{program}/README.md: {kind} {name} is not in --help"


def _bad_mentions(code):
    """Pages that programs, scripts and tests name."""
    for path, text in code.items():
        for number, line in enumerate(text.split("\n"), 1):
            for name in PAGE.findall(line):
                if "/" in name and not name.startswith("/") and not _is_page(name, path.parent):
                    yield f"{path.relative_to(ROOT)}:{number}: {name}: no such page"


def _untested_cases(code):
    """Rows of the table of cases that name neither tests that exist nor "none: " and why."""
    tests = {}
    for path, text in code.items():
        if re.search(r"/src/test/.*(Test|IT|Contract)\.java$", str(path)):
            tests[path.stem] = tests.get(path.stem, "") + text
    lines = (ROOT / "docs/cases.tsv").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines[1:], 2):
        columns = line.split("\t")
        named = METHOD.findall(columns[-1])
        if len(columns) != 4 or not (named or columns[3].startswith("none: ")):
            yield f"docs/cases.tsv:{number}: not four columns that end with tests, or none: and why"
        for name, method in named:
            if f"void {method}(" not in tests.get(name, ""):
                yield f"docs/cases.tsv:{number}: {name}#{method}: no such test"


def _misspelt(pages):
    lines = [(page.name, number, text) for page in pages for number, text in page.words()]
    used = {word for _, _, text in lines for word in _spelled(text)}
    known = set(WORDS.read_text(encoding="utf-8").split())
    asked = subprocess.run(
        ["aspell", "list", f"--master={DICTIONARY}", "--encoding=utf-8"],
        input="\n".join(sorted(used)), capture_output=True, text=True, check=True)
    unknown = {word for word in asked.stdout.split() if word.lower() not in known}
    for page, number, text in lines:
        for word in _spelled(text):
            if word in unknown:
                yield f"{page}:{number}: {word}: not in {DICTIONARY}, nor in {WORDS.relative_to(ROOT)}"
    for word in sorted(known - {word.lower() for word in used}):
        yield f"{WORDS.relative_to(ROOT)}: {word} is on no page"


def _spelled(text):
    """Words, without names of programs, classes and protocols, which have capitals within them."""
    words = re.findall(r"(?<![\w/.@#-])[A-Za-z]+(?:'[a-z]+)?(?![\w/@#]|\.\w)", text)
    words = [word.removesuffix("'s") for word in words]
    return [word for word in words if not re.search("[A-Z]", word[1:])]


def _not_from(source, block):
    """A block fenced as `java FILE` or `text FILE` shows lines of that file, as they stand there; `// ...` leaves some out."""
    text = _flat((ROOT / source).read_text(encoding="utf-8")) if (ROOT / source).is_file() else ""
    at = 0
    for part in re.split(r"^ *// \.\.\.$", block, flags=re.M):
        at = text.find(_flat(part), at)
        if at < 0:
            yield f"not as it stands in {source}: {part.strip().splitlines()[0]}"
            return


def _flat(text):
    """Lines without their indentation, each after a line end."""
    return "".join("\n" + line.strip() for line in text.strip().split("\n")) + "\n"


def _too_wide(page):
    width = WIDTH.get(page.name, 10_000)
    for number, line in enumerate(page.text.split("\n"), 1):
        if len(line) > width:
            yield f"{page.name}:{number}: {len(line)} characters, {width} at most"


def _lessons_without_code(page):
    """Lessons that lose or double lines, without the code of the design that does and of the one that does not."""
    for lesson in re.split(r"^## (?=[1-5]\. )", page.text, flags=re.M)[1:]:
        shown = {"/reference/" in file for file in re.findall(r"^```java (\S+)$", lesson, re.M)}
        if len(shown) != 2:
            yield f"{page.name}: lesson {lesson[0]} does not show code of both designs"


def _other_pictures():
    """Pictures that are not of the run whose figures the pages quote: deploy/screenshots lists its pictures there."""
    told = {name: digest for digest, name in re.findall(r"^([0-9a-f]{64})  (\S+)$", FIGURES.read_text(encoding="utf-8"), re.M)}
    there = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FIGURES.parent.glob("*.png")}
    for name in sorted(told.keys() | there.keys()):
        if told.get(name) != there.get(name):
            yield f"{(FIGURES.parent / name).relative_to(ROOT)}: not of the run of {FIGURES.name}"


def _large_pictures():
    for path in files():
        if path.suffix == ".png" and path.stat().st_size > PICTURE_BYTES:
            yield f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes, {PICTURE_BYTES} at most"


def _failing(pages):
    """Runs each block that is marked `sh run`, once however often it occurs."""
    done = set()
    for page in pages:
        for line, kind, block in page.blocks:
            if kind.split() == ["sh", "run"] and block not in done:
                done.add(block)
                ran = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=ROOT, capture_output=True, text=True)
                if ran.returncode:
                    yield f"{page.name}:{line}: exit code {ran.returncode}: {ran.stdout[-500:]}{ran.stderr[-500:]}"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except ValueError as unreadable:
        sys.exit(str(unreadable))
