"""Markdown as far as the pages of this tree use it: fences, code spans, links, headings."""

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = {".git", ".cache", "target", "out", "node_modules"}

_FENCE = re.compile(r"^( *)(```+)(.*)$")
_SPAN = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
_LINK = re.compile(r"!?\[(?P<text>[^\[\]]*(?:\[[^\]]*\][^\[\]]*)*)\]\((?P<to>[^()\s]+(?:\([^)]*\))?)\)")
_IMAGE = re.compile(r'<img [^>]*src="([^"]+)"')
_REFERENCE = re.compile(r"^\[([^\]]+)\]: +(\S+)$", re.M)
_REFERRED = re.compile(r"\[[^\[\]]+\]\[([^\[\]]+)\]")
_HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.M)


def files():
    """Every file of the checkout that a person wrote."""
    for folder, below, names in os.walk(ROOT):
        below[:] = sorted(set(below) - SKIPPED)
        yield from (path for path in (Path(folder, name) for name in sorted(names)) if path.is_file())


class Page:
    """A page: `prose` keeps its lines, with blanks for everything between fences."""

    def __init__(self, path):
        self.path = path
        self.name = str(path.relative_to(ROOT))
        self.text = path.read_text(encoding="utf-8")
        self.blocks = []  # (line, what stands behind the fence, text)
        self.prose = self._without_fences()
        self.spans = [(self._line(m.start()), m.group(2)) for m in _SPAN.finditer(self.prose)]
        self.plain = _SPAN.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), self.prose)

    def _without_fences(self):
        kept, block, fence = [], [], None
        for number, line in enumerate(self.text.split("\n"), 1):
            found = _FENCE.match(line)
            if fence is None and found:
                fence, block = (number, found.group(2), found.group(3).strip(), found.group(1)), []
            elif fence and found and found.group(2) == fence[1] and not found.group(3).strip():
                self.blocks.append((fence[0], fence[2], "\n".join(block)))
                fence = None
            elif fence:
                block.append(line.removeprefix(fence[3]))
            else:
                kept.append(line)
                continue
            kept.append("")
        if fence:
            raise ValueError(f"{self.name}:{fence[0]}: a fence that never ends")
        return "\n".join(kept)

    def _line(self, offset):
        return self.prose.count("\n", 0, offset) + 1

    def links(self):
        """(line, target) of each link, image and reference."""
        # a span may stand in a link's text, so targets are taken from the prose; those within spans are not
        covered = [m.span() for m in _SPAN.finditer(self.prose)]
        for link in _LINK.finditer(self.prose):
            if not any(start <= link.start("to") < end for start, end in covered):
                yield self._line(link.start()), link.group("to")
        for image in _IMAGE.finditer(self.plain):
            yield self._line(image.start()), image.group(1)
        defined = dict(_REFERENCE.findall(self.plain))
        for reference in _REFERENCE.finditer(self.plain):
            yield self._line(reference.start()), reference.group(2)
        for used in _REFERRED.finditer(self.plain):
            if used.group(1) not in defined:
                yield self._line(used.start()), f"[{used.group(1)}]"

    def anchors(self):
        """The names that GitHub gives to the headings."""
        seen, names = {}, set()
        for heading in _HEADING.finditer(self.prose):
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).replace("`", "")
            slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            count = seen.get(slug, 0)
            seen[slug] = count + 1
            names.add(f"{slug}-{count}" if count else slug)
        return names

    def words(self):
        """(line, text) of what is to be spelled: no code, no link targets, no addresses."""
        return _unlinked(self.plain)

    def unlinked(self):
        """(line, text) with code spans, but without link targets and addresses."""
        return _unlinked(self.prose)

    def first_cells(self, heading=None):
        """Code spans of the first cells of the tables below that heading, or of all of them."""
        text = self.prose
        if heading:
            start = re.search(rf"^#+ {re.escape(heading)}$", text, re.M)
            if not start:
                return []
            text = re.split(r"^#", text[start.end() :], maxsplit=1, flags=re.M)[0]
        rows = re.findall(r"^\| *(.*?) *(?<!\\)\|", text, re.M)
        return [span for row in rows for _, span in _SPAN.findall(row)]


def _unlinked(text):
    text = _LINK.sub(lambda m: " " + m.group("text") + " ", text)
    text = _REFERENCE.sub("", _REFERRED.sub(lambda m: m.group().split("][")[0], text))
    text = re.sub(r"<[^>\n]+>|\b[a-z]+://\S+", " ", text)
    return enumerate(text.split("\n"), 1)
