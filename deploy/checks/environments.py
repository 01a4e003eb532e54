"""Runs every command with --help, and what scripts are made of, in environments that change what bash and
its programs do. Run by deploy/checks/environments, which makes the locales.

Prints a line for each environment, `ok` or `FAIL`, and what was different from the plain one.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from pages import ROOT, SKIPPED

SECONDS = 20
INNER = re.compile(r"deploy/(lib/|ec2/install-|checks/debian-13-inside)")  # other scripts start these
# bash code that calls functions of deploy/lib, for programs that are not scripts
ORACLE = 'set -euo pipefail; source "$0/common.sh"; source "$0/oracle.sh"; expect_words "$1" 95 "$2" "$2/counts"; cat "$2/counts"'
JDK = 'set -euo pipefail; source "$0/common.sh"; source "$0/install.sh"; install_build_tools'


class Checkout:
    """A copy with blanks, quotes and more in its path, where nothing is built and nothing can be installed."""

    def __init__(self, folder):
        self.folder = folder
        self.root = folder / "check  out's ö"
        ignored = shutil.ignore_patterns(*SKIPPED)
        for name in ("deploy", "testdata", ".ci"):
            shutil.copytree(ROOT / name, self.root / name, ignore=ignored)
        shutil.copy(ROOT / "pom.xml", self.root)
        away, decoy = folder / "away", folder / "decoy"
        away.mkdir()
        for name in ("apt-get", "mvn", "aws"):
            (away / name).write_text(f"#!/bin/sh\necho {name} was started >&2\nexit 1\n")
            (away / name).chmod(0o755)
        (decoy / "deploy/lib").mkdir(parents=True)
        (decoy / "argparse.py").write_text("raise ImportError('from PYTHONPATH')\n")
        (decoy / "bashrc").write_text("cd() { return 1; }\nsort() { return 1; }\nset -o noclobber\n")
        (decoy / ".curlrc").write_text("fail-early\nurl=nowhere\n")
        self.decoy = decoy
        self.plain = {**os.environ, "PATH": f"{away}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}

    def commands(self):
        """Paths below the root of what a person calls."""
        found = (str(path.relative_to(self.root)) for path in sorted((self.root / "deploy").rglob("*"))
                 if path.is_file() and os.access(path, os.X_OK))
        return [path for path in found if not INNER.match(path)]

    def environments(self):
        java = ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
        yield "CDPATH", {"CDPATH": f".:{self.decoy}:{self.decoy}/deploy"}
        yield "POSIXLY_CORRECT", {"POSIXLY_CORRECT": "1"}
        yield "options of Java", {name: "-Dfile.encoding=UTF-8 -Duser.language=tr" for name in java}
        for locale in ("tr_TR", "de_DE", "fa_IR"):
            yield locale, {"LC_ALL": f"{locale}.UTF-8", "LANGUAGE": locale}
        yield "no locale", {"LC_ALL": "POSIX"}
        yield "options of the shell", {
            "SHELLOPTS": "braceexpand:hashall:noclobber:noglob:posix",
            "BASHOPTS": "failglob:nullglob:nocasematch:expand_aliases",
        }
        yield "settings of the shell", {
            "BASH_ENV": f"{self.decoy}/bashrc", "ENV": f"{self.decoy}/bashrc", "BASH_COMPAT": "31", "IFS": "/",
            "GLOBIGNORE": "*", "TMOUT": "1", "FUNCNEST": "1", "BASH_FUNC_dirname%%": "() { command dirname \"$@\"; }",
            "BASH_FUNC_tr%%": "() { return 1; }",
        }
        yield "settings of programs", {
            "GREP_OPTIONS": "--color=always", "GREP_COLORS": "mt=7", "TAR_OPTIONS": "--verbose", "GZIP": "-v",
            "ZIPOPT": "-v", "UNZIP": "-v", "QUOTING_STYLE": "c", "CURL_HOME": f"{self.decoy}",
            "PYTHONPATH": f"{self.decoy}", "PYTHONHOME": f"{self.decoy}", "PYTHONIOENCODING": "latin-1",
            "MAVEN_OPTS": "-Xbad", "MAVEN_ARGS": "--bad", "JAVA_HOME": "/nowhere", "http_proxy": "http://127.0.0.1:1",
        }


def answer(command, environment, folder):
    """Exit code, standard output and error."""
    try:
        done = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"no answer within {SECONDS} s", b"", b""
    return done.returncode, done.stdout, done.stderr


def different(checkout, expected, environment):
    for command, right in expected.items():
        given = answer([command, "--help"], environment, checkout.root)
        if given != right:
            yield f"{command} --help: {_shown(given)}"
    yield from different_parts(checkout, environment)


def unfound(checkout, expected, find):
    """Commands that answer wrongly when called by find(command), a name that they may say."""
    environment = {**checkout.plain, "PATH": f"{checkout.folder / 'bin'}:{checkout.plain['PATH']}"}
    for command, right in expected.items():
        given = answer([find(command), "--help"], environment, checkout.folder)
        if given[0] != 0 or given[2] or given[1].splitlines()[-1] != right[1].splitlines()[-1]:
            yield f"{command} --help: {_shown(given)}"


def different_parts(checkout, environment):
    right, given = oracle(checkout, checkout.plain), oracle(checkout, environment)
    if given != right:
        yield f"the counts of coreutils: {_shown(given)}"
    code, _, error = answer(["bash", "-c", JDK, checkout.root / "deploy/lib"], environment, checkout.folder)
    if code != 0:
        yield f"the JDK is not found: {_shown((code, b'', error))}"


def oracle(checkout, environment):
    with tempfile.TemporaryDirectory(dir=checkout.folder) as folder:
        text = checkout.root / "testdata/tricky.txt"
        return answer(["bash", "-c", ORACLE, checkout.root / "deploy/lib", text, folder], environment, checkout.folder)


def unwritten(checkout, commands):
    """Commands that do not say in one line, with exit code 1, that standard output is full."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        for command in commands:
            done = subprocess.run([checkout.root / command, "--help"], cwd=checkout.folder, env=checkout.plain,
                                  stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, timeout=SECONDS)
            if done.returncode != 1 or done.stderr.count(b"\n") != 1:
                yield f"{command} --help: {_shown((done.returncode, b'', done.stderr))}"


def links(checkout):
    """Ways to find a command, each through links only."""
    programs, hop = checkout.folder / "bin", checkout.folder / "hop"
    programs.mkdir()
    hop.mkdir()
    for command in checkout.commands():
        name = command.replace("/", "-")
        (hop / name).symlink_to(os.path.relpath(checkout.root / command, hop))
        (programs / name).symlink_to(f"../hop/{name}")
    (checkout.folder / "link").symlink_to(checkout.root)
    yield "a link to a link", lambda command: programs / command.replace("/", "-")
    yield "a link in PATH", lambda command: command.replace("/", "-")
    yield "a link to the checkout", lambda command: checkout.folder / "link" / command


def _shown(given):
    code, out, error = given
    return f"exit code {code}, {len(out)} bytes: {error.decode(errors='replace')[-300:]!r}"


def report(name, wrong):
    wrong = list(wrong)
    print(f"{'FAIL' if wrong else 'ok  '}  {name}", *wrong, sep="\n      " if wrong else "", flush=True)
    return bool(wrong)


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        checkout = Checkout(Path(folder))
        expected = {command: answer([command, "--help"], checkout.plain, checkout.root)
                    for command in checkout.commands()}
        failed |= report(f"--help of {len(expected)} commands", (
            f"{command}: {_shown(given)}" for command, given in expected.items()
            if given[0] != 0 or not given[1].strip() or given[2]))
        for name, changes in checkout.environments():
            failed |= report(name, different(checkout, expected, {**checkout.plain, **changes}))
        for name, find in links(checkout):
            failed |= report(name, unfound(checkout, expected, find))
        failed |= report("standard output that is full", unwritten(checkout, expected))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
