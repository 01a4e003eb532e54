"""How much a reader must take in: words, numbers, long sentences and unexplained terms of each page, with the
most of each that limits.txt allows. Run alone, prints what the pages have now, in the form of limits.txt.
"""

import re

from pages import ROOT, Page, files

LIMITS = ROOT / "deploy/checks/limits.txt"
GLOSSARY = ROOT / "docs/glossary.md"
KINDS = ("words", "numbers", "sentences of more than 30 words", "terms of the glossary before their definition")
LONG = 30


def faults(pages):
    limits = dict(_limits())
    measured = _measured(pages)
    for name in sorted(measured.keys() ^ limits.keys()):
        yield f"{LIMITS.relative_to(ROOT)}: {name} is {'in no row' if name in measured else 'no such page'}"
    for name in measured.keys() & limits.keys():
        for kind, has, most in zip(KINDS, measured[name], limits[name], strict=True):
            if has > most:
                yield f"{name}: {has} {kind}, {most} at most"


def _measured(pages):
    """What each page has, and all together."""
    measured = {page.name: measure(page, terms()) for page in pages if _is_read(page.name)}
    return {**measured, "total": tuple(map(sum, zip(*measured.values(), strict=True)))}


def _is_read(name):
    """Not the results, which are made by programs."""
    return not name.startswith("docs/results/")


def _limits():
    for line in LIMITS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, *most = line.split()
            yield name, [int(number) for number in most]


def terms():
    """The words that the first cells of the glossary's table explain."""
    cells = re.findall(r"^\| (?!term|--)([\w, -]+?) \|", GLOSSARY.read_text(encoding="utf-8"), re.M)
    return [term for cell in cells for term in cell.split(", ")]


def measure(page, words_of_glossary):
    texts = list(_prose(page))
    text = "\n".join(texts)
    sentences = [part for each in texts for part in re.split(r"(?<=[.!?])[\s*]+", each)]
    return (
        len(page.text.split()),
        len(re.findall(r"(?<![\w.,-])\d[\d.,]*(?![\w-])", text)),
        sum(len(re.findall(r"[^\W_][\w'’-]*", sentence)) > LONG for sentence in sentences),
        sum(_is_early(term, page) for term in words_of_glossary if page.path != GLOSSARY),
    )


def _prose(page):
    """Paragraphs, list items and headings, without tables, code and the targets of links."""
    paragraph = []
    for _, line in [*page.words(), (0, "")]:
        starts = not line.strip() or re.match(r"\s*([-*#]|\d+\.)\s", line) or line.startswith("|")
        if starts and paragraph:
            yield " ".join(paragraph)
            paragraph = []
        if line.strip() and not line.startswith("|"):
            paragraph.append(re.sub(r"^\s*([-*#]+|\d+\.)\s+", "", line).strip())


def _is_early(term, page):
    """Whether the paragraph in which a page first uses a term is over before it is in italics or the glossary linked."""
    name = re.escape(term)
    used = re.search(rf"\b{name}s?\b.*?(\n\n|\Z)", page.plain, re.I | re.S)
    told = re.search(rf"\*+{name}s?\b|glossary\.md", page.plain, re.I)
    return bool(used) and not (told and told.start() < used.end())


if __name__ == "__main__":
    for name, has in _measured([Page(path) for path in files() if path.suffix == ".md"]).items():
        print(name, *has)
