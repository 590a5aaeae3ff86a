"""Run tests on a mutant, in a process of its own that imports the changed module instead of the one on disk."""

import ast
import gc
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import print_exc
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import coverage
import numpy as np  # noqa: F401  # once, before each mutant's process is made
import pytest
import scipy.stats  # noqa: F401  # likewise
from hypothesis import settings
from tests.mutation.mutants import Mutant, mutate

KILLED, TIMED_OUT, SURVIVED, UNTESTED = "killed", "timed out", "survived", "untested"
_BUDGET = 30.0
"""Seconds of tests, the quickest first, that a mutant must survive."""
_EXAMPLES = 30
"""How often a property is tried."""
_IGNORED = "ignore::pytest.PytestAssertRewriteWarning"  # hypothesis is imported before pytest
_QUIET = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--no-summary", "-W", _IGNORED)


@dataclass
class Covered:
    """Which tests run which lines, and how long each takes."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    """Of each module, the tests by line."""

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that run the place of a mutant, the quickest first, as many as the budget allows."""
        lines = self.lines.get(mutant.path, {})
        near = set(lines.get(mutant.line, ()))
        tests: Collection[str] = near
        if mutant.at_import:  # its effect may show wherever the module is used, constants of a class anywhere
            near = {test for named in lines.values() for test in named}
            tests = self.seconds
        chosen: list[str] = []
        spent = 0.0
        for test in sorted(tests, key=lambda test: (test not in near, self.seconds[test], test)):
            spent += self.seconds[test]
            if spent > _BUDGET and chosen:
                break
            chosen.append(test)
        return chosen


class Judged(NamedTuple):
    """A mutant and what became of it."""

    mutant: Mutant
    fate: str


class _Plugin:
    """A plugin of pytest that tries fewer examples of each property, so that a survivor takes seconds."""

    def pytest_collection(self) -> None:  # after the suite's own settings, before the tests that take them
        settings.register_profile("mutation", settings.get_profile("errata"), max_examples=_EXAMPLES)
        settings.load_profile("mutation")


class _Watcher(_Plugin):
    """A plugin of pytest that notes what each test runs."""

    def __init__(self, root: Path, paths: Sequence[str]) -> None:
        self.coverage = coverage.Coverage(
            data_file=None, include=[str(root / path) for path in paths], config_file=False
        )
        self.covered = Covered()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Any:
        self.coverage.switch_context(item.nodeid)
        begun = time.process_time()
        try:
            return (yield)
        finally:
            self.covered.seconds[item.nodeid] = time.process_time() - begun


class _Chooser(_Plugin):
    """A plugin of pytest that runs some tests only, in the order given."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.places = {test: place for place, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.places), key=lambda item: self.places[item.nodeid]
        )


class _Loop(_Plugin):
    """A plugin of pytest that does something else with the tests than to run them once."""

    def __init__(self, work: Callable[[pytest.Session], None]) -> None:
        self.work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.work(session)
        return True


def watch(root: Path, paths: Sequence[str], tests: Sequence[str]) -> Covered:
    """Run all tests on the modules as they are; they must pass."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "covered"

        def run() -> int:
            watcher = _Watcher(root, paths)
            watcher.coverage.start()
            status = pytest.main([*_QUIET, *tests], plugins=[watcher])
            watcher.coverage.stop()
            data = watcher.coverage.get_data()
            for path in paths:
                by_line = data.contexts_by_lineno(str(root / path))
                watcher.covered.lines[path] = {line: [test for test in by if test] for line, by in by_line.items()}
            file.write_bytes(pickle.dumps(watcher.covered))
            return int(status)

        status = os.waitstatus_to_exitcode(os.waitpid(_start(run), 0)[1])
        if status:
            raise SystemExit(f"tests fail without any change (status {status}); run them: pytest {' '.join(tests)}")
        covered: Covered = pickle.loads(file.read_bytes())
        return covered


def judge(root: Path, mutants: Sequence[Mutant], tests: Sequence[str], covered: Covered, jobs: int) -> Iterator[Judged]:
    """Yield what became of each mutant, as they end.

    Functions are changed in a process that has collected the tests already. What survives there is tried again, like
    what runs at import, in a process that imports the changed module: its effect may have come earlier.
    """
    again = [mutant for mutant in mutants if mutant.at_import]
    for judged in _judge_collected(root, [mutant for mutant in mutants if not mutant.at_import], tests, covered, jobs):
        if judged.fate == SURVIVED:
            again.append(judged.mutant)
        else:
            yield judged
    yield from _schedule(again, covered, jobs, partial(_test_import, root))


def _schedule(
    mutants: Sequence[Mutant], covered: Covered, jobs: int, test: Callable[[Mutant, Sequence[str]], int]
) -> Iterator[Judged]:
    """Test each mutant in a process of its own, some at once."""
    waiting = list(reversed(mutants))
    running: dict[int, tuple[Mutant, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            tests = covered.tests_of(mutant)
            if tests:
                limit = 10 * sum(covered.seconds[test] for test in tests) + 60
                running[_start(partial(test, mutant, tests))] = (mutant, time.monotonic() + limit)
            else:
                yield Judged(mutant, UNTESTED)
        time.sleep(0.02)
        for child, (mutant, deadline) in list(running.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if not ended and time.monotonic() > deadline:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                yield Judged(mutant, TIMED_OUT)
            elif ended:
                yield Judged(mutant, KILLED if status else SURVIVED)
            else:
                continue
            del running[child]


def _test_import(root: Path, mutant: Mutant, tests: Sequence[str]) -> int:
    sys.meta_path.insert(0, _Finder(root, mutant))
    files = sorted({test.partition("::")[0] for test in tests})
    return int(pytest.main([*_QUIET, *files], plugins=[_Chooser(tests)]))


def _judge_collected(
    root: Path, mutants: Sequence[Mutant], tests: Sequence[str], covered: Covered, jobs: int
) -> Iterator[Judged]:
    reader, writer = os.pipe()

    def loop(session: pytest.Session) -> None:
        items = {item.nodeid: item for item in session.items}
        for mutant, fate in _schedule(mutants, covered, jobs, partial(_test_function, root, session, items)):
            os.write(writer, f"{mutants.index(mutant)} {fate}\n".encode())

    child = _start(lambda: int(pytest.main([*_QUIET, *tests], plugins=[_Loop(loop)])))
    os.close(writer)
    with os.fdopen(reader) as lines:
        for line in lines:
            number, fate = line.rstrip("\n").split(" ", 1)
            yield Judged(mutants[int(number)], fate)
    os.waitpid(child, 0)


def _test_function(
    root: Path, session: pytest.Session, items: Mapping[str, pytest.Item], mutant: Mutant, tests: Sequence[str]
) -> int:
    file = str(root / mutant.path)
    changed = {
        (code.co_qualname, code.co_firstlineno): code for code in _codes(compile(mutate(root, mutant), file, "exec"))
    }
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == file:
            code = function.__code__
            function.__code__ = changed[code.co_qualname, code.co_firstlineno]
    for test in tests:
        session.config.hook.pytest_runtest_protocol(item=items[test], nextitem=None)
        if session.testsfailed:
            return 1
    return 0


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _start(run: Callable[[], int]) -> int:
    """Run a function in a forked process, quietly, and return its number; its status is what the function returns."""
    child = os.fork()
    if child:
        return child
    status = 3
    try:
        os.setsid()  # so that processes of tests can be ended with it
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1):
            os.dup2(null, stream)
        status = run()
    except BaseException:
        print_exc()
    finally:
        os._exit(status)


class _Finder:
    """Finds the changed module instead of the one on disk."""

    def __init__(self, root: Path, mutant: Mutant) -> None:
        self.file = str(root / mutant.path)
        self.tree = mutate(root, mutant)

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if name.startswith("errata") else None
        if spec is not None and spec.origin == self.file:
            spec.loader = _Changed(name, self.file, self.tree)
            return spec
        return None


class _Changed(SourceFileLoader):
    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.path, "exec")
