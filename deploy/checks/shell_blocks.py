"""Commands of the pages' blocks: what they call must be there, and know the options they give it."""

import os
import re
import shlex
import subprocess

from pages import ROOT

_OPTION = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")
_KEYWORDS = {"if", "then", "else", "fi", "for", "while", "until", "do", "done", "!", "env", "exec", "sudo", "time"}
_PREFIX = re.compile(r"^([A-Za-z_]\w*)=", re.S)
_JARS = {
    "client.jar": "client/target/client.jar",
    "server.jar": "server/target/server.jar",
    "consumer.jar": "consumer/target/consumer.jar",
    "broker.jar": "deploy/local/target/broker.jar",
    "faults.jar": "deploy/faults/target/faults.jar",
}
_OURS = ("deploy/", "testdata/", "docs/", "client/", "server/", "consumer/", "wire/")
_MADE = ("deploy/out", "deploy/.cache")

_helps = {}


def help_of(*command):
    """What a program says with --help, asked once."""
    if command not in _helps:
        done = subprocess.run([*command, "--help"], cwd=ROOT, capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} --help: exit code {done.returncode}: {done.stderr[-300:]}")
        _helps[command] = done.stdout
    return _helps[command]


def jar_help(name, *subcommand):
    return help_of("java", "-jar", _JARS[name], *subcommand)


def options_in(text):
    return set(_OPTION.findall(text))


def commands(block):
    """The simple commands of a block, each a list of words."""
    line = ""
    for part in block.split("\n"):
        line = f"{line}\n{part}" if line else part
        if line.endswith("\\"):
            line = line[:-1]
            continue
        try:
            lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|()")
            lexer.whitespace_split = True
            words = list(lexer)
        except ValueError:  # a quotation goes on in the next line
            continue
        line = ""
        command = []
        for word in [*words, ";"]:
            if set(word) <= set(";&|()"):
                if command and command != ["$"]:
                    yield command
                command = []
            else:
                command.append(word)


def faults(block, settings):
    """What is wrong with a block; and how many commands it has."""
    done = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True)
    if done.returncode:
        return [f"the shell cannot read it: {done.stderr.strip()}"], 0
    found, count = [], 0
    for command in commands(block):
        count += 1
        found += list(_faults_of(command, settings))
    return found, count


def _faults_of(words, settings):
    while words and words[0] in _KEYWORDS:
        words = words[1:]
    names = []
    while words and (prefix := _PREFIX.match(words[0])):
        names.append(prefix.group(1))
        words = words[1:]
    if not words:
        return
    program, arguments = words[0], words[1:]
    ours = False
    if program == "java" and "-jar" in arguments:
        ours = True
        at = arguments.index("-jar")
        yield from _jar_faults(arguments[at + 1], arguments[at + 2 :])
    elif program.startswith(("deploy/", "testdata/", "./")):
        ours = True
        yield from _script_faults(program, arguments)
    if ours:
        for name in names:
            if name not in settings:
                yield f"{name}: no setting of that name"
    for word in arguments:
        if word.startswith(_OURS) and not word.startswith(_MADE) and "/target" not in word and "*" not in word:
            if not (ROOT / word.split("=")[-1]).exists():
                yield f"{word}: not there"


def _jar_faults(jar, arguments):
    name = jar.rsplit("/", 1)[-1]
    if name not in _JARS or ("/" in jar and jar != _JARS[name]):
        yield f"{jar}: no such jar"
        return
    known = options_in(jar_help(name))
    if arguments and re.fullmatch(r"[a-z]+", arguments[0]) and name == "faults.jar":
        known |= options_in(jar_help(name, arguments[0]))
    yield from _unknown(jar, arguments, known)


def _script_faults(script, arguments):
    path = ROOT / script
    if not path.is_file() or not os.access(path, os.X_OK):
        yield f"{script}: no such script"
        return
    if not any(word.startswith("-") for word in arguments):
        return
    known = options_in(help_of(script) if script.startswith("deploy/") else path.read_text())
    if script == "deploy/experiment" and re.fullmatch(r"[a-z]+", arguments[0]):
        known |= options_in(help_of(script, arguments[0]))
    if script == "deploy/run":
        known |= options_in(jar_help("client.jar"))
    yield from _unknown(script, arguments, known | {"--help"})


def _unknown(program, arguments, known):
    for word in arguments:
        option = word.split("=")[0]
        if _OPTION.fullmatch(option) and option not in known:
            yield f"{program} {option}: no such option"
