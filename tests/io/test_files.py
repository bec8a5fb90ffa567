"""Files: whatever goes wrong while one is written, the file that was there is whole, and nobody's work is lost."""

from __future__ import annotations

import ast
import os
import resource
import shlex
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

import domino_lab as dl
from domino_lab.cli import main
from domino_lab.io.dataframes import Printable
from domino_lab.io.files import SaveFile, content, is_there, put
from domino_lab.sessions.patience import Tally
from domino_lab.words.escaping import as_toml

PACKAGE = Path(dl.__file__).parent
OLD = "what was there before\n"
Act = Callable[[], object]


def run(*words: object) -> str:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.output


@cache
def made(name: str) -> Any:
    """What has something to write; making it takes longer than writing."""
    return {
        "lesson": lambda: dl.Lesson("block", seed=7, every=1),
        "quiz": lambda: dl.quiz("all-fives", n=1, seed=1),
        "card": lambda: dl.ExerciseCard("own_tile"),
        "lab": lambda: dl.ChanceLab(dl.chance.doubles() == 0, tiles=7),
        "patience": lambda: dl.Patience("bingo"),
        "board": lambda: dl.chance.class_board("own_tile"),
        "book": lambda: dl.chance.class_book({"Ana": {"own_tile": "1/4"}}),
    }[name]()


def over(path: Path, act: Callable[[Path], object]) -> Act:
    path.write_text(OLD, encoding="utf-8")
    return lambda: act(path)


def recorded(path: Path) -> Act:
    recorder = dl.Recorder("block", seed=7)
    recorder.save(path)
    recorder.here.do(recorder.here.legal[0])
    return recorder.save


def kept(path: Path) -> Act:
    play = dl.Play("block", against="heaviest", seed=1, delay=0, save=path)
    return lambda: play.here.do(play.here.legal[0])


def practised(path: Path) -> Act:
    card = dl.practice("Ana", path, day="2026-11-27")
    card.check("1/7")
    card.here.turn_to(1)
    return lambda: card.check("1/7")


def course(path: Path) -> Act:
    """A notebook that an earlier run left cut."""
    whole = dl.notebook.course_folder() / "00_start_here.ipynb"
    target = path.with_name(whole.name)
    target.write_bytes(whole.read_bytes()[:1000])
    return lambda: run("lab", path.parent, "--no-open", "--student")


WRITERS: dict[str, tuple[str, Callable[[Path], Act]]] = {
    "Recorder.save": ("widgets.recorder", recorded),
    "Play(save=)": ("widgets.play", kept),
    "practice": ("sessions.practice", practised),
    "practice_page": ("widgets.page_file", lambda path: over(path, lambda to: dl.practice_page(to, games=[]))),
    "save_rules": ("record.load", lambda path: over(path, lambda to: dl.save_rules("block", to))),
    "Worksheet.save": ("picture.worksheet", lambda path: over(path, made("quiz").worksheet().save)),
    "Page.save": ("widgets.page_file", lambda path: over(path, dl.page("block", seed=7).save)),
    "Page.scorm": ("widgets.page_file", lambda path: over(
        path, lambda to: dl.page("block", seed=7).scorm(to, overwrite=True))),
    "page -o": ("cli", lambda path: over(
        path.with_suffix(".html"), lambda to: run("page", "all-fives-worked-example", "-o", to))),
    "picture -o": ("cli", lambda path: over(
        path.with_suffix(".svg"), lambda to: run("picture", "all-fives-worked-example", "-o", to))),
    "new-hand -o": ("cli", lambda path: lambda: run("new-hand", "block", "-o", path)),
    "lab": ("cli", course),
    "Quiz.to_csv": ("widgets.quizzes", lambda path: over(path, made("quiz").to_csv)),
    "Quiz.qti": ("widgets.quizzes", lambda path: over(path, lambda to: made("quiz").qti(to, overwrite=True))),
    "Quiz.gift": ("widgets.quizzes", lambda path: over(path, lambda to: made("quiz").gift(to, overwrite=True))),
    "Lesson.to_csv": ("widgets.lesson", lambda path: over(path, made("lesson").to_csv)),
    "ExerciseCard.to_csv": ("widgets.exercise_card", lambda path: over(path, made("card").to_csv)),
    "ChanceLab.to_csv": ("widgets.chance_lab", lambda path: over(path, made("lab").to_csv)),
    "Patience.to_csv": ("sessions.patience", lambda path: over(path, made("patience").to_csv)),
    "Tally.to_csv": ("sessions.patience", lambda path: over(path, Tally().to_csv)),
    "ClassBoard.to_csv": ("widgets.class_board", lambda path: over(path, made("board").to_csv)),
    "ClassBook.to_csv": ("chance.exercises", lambda path: over(path, made("book").to_csv)),
}
WRITE = {"save", "put", "to_csv", "SaveFile"}
BY_THEMSELVES = {"write_text", "write_bytes", "replace", "rename", "copyfile", "copy", "copy2", "copytree", "link"}


def imported(module: Path) -> set[str]:
    return {alias.name for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
            and node.module in ("domino_lab.io.files", "domino_lab.io.spreadsheets")
            for alias in node.names}


def test_every_writer_is_tried_here() -> None:
    found = {".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in PACKAGE.rglob("*.py")
             if imported(path) & WRITE}
    # Keeping is given the file by Play, and the tables are written by the modules that have them.
    # The table that saves itself is tried below. The site is written in a folder of its own, and then put in its place.
    elsewhere = {"io.spreadsheets", "io.dataframes", "sessions.play", "site.build", "site.live"}
    assert found - elsewhere == {module for module, _ in WRITERS.values()}


def test_nothing_is_written_in_another_way() -> None:
    for path in PACKAGE.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or path.name == "files.py":
                continue
            of = call.func.value if isinstance(call.func, ast.Attribute) else None
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            modes = [one.value for one in (*call.args[:2], *(key.value for key in call.keywords))
                     if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            opens = name == "open" and any({*mode} <= {*"rwxabt+"} and {*mode} & {*"wxa+"} for mode in modes)
            module = isinstance(of, ast.Name) and of.id in ("os", "shutil")
            assert not opens, path
            assert name not in ("write_text", "write_bytes"), path
            assert not (module and name in BY_THEMSELVES), path


def fails(error: BaseException) -> Callable[..., None]:
    def act(*_what: object, **_how: object) -> None:
        raise error

    return act


@contextmanager
def no_room() -> Iterator[None]:
    """The system itself refuses to write more than a few letters to any file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def broken(how: str) -> Iterator[None]:
    full, stop = OSError(28, "No space left on device"), KeyboardInterrupt()
    with pytest.MonkeyPatch.context() as patched:
        if how == "no room":
            with no_room():
                yield
            return
        named = {"full": ("fsync",), "interrupted": ("fsync",), "not named": ("replace", "link")}[how]
        for name in named:
            patched.setattr(f"domino_lab.io.files.os.{name}", fails(stop if how == "interrupted" else full))
        yield


def everything_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("how", ["full", "interrupted", "not named", "no room"])
@pytest.mark.parametrize("name", WRITERS)
def test_whatever_goes_wrong_the_old_file_is_whole(name: str, how: str, tmp_path: Path) -> None:
    act = WRITERS[name][1](tmp_path / "x.toml")
    before = everything_in(tmp_path)
    with broken(how), suppress(dl.DominoError, KeyboardInterrupt):
        act()
    assert everything_in(tmp_path) == before


@pytest.mark.parametrize("name", WRITERS)
def test_where_nothing_goes_wrong_the_file_is_new_and_alone(name: str, tmp_path: Path) -> None:
    act = WRITERS[name][1](tmp_path / "x.toml")
    before = everything_in(tmp_path)
    act()
    after = everything_in(tmp_path)
    assert after != before
    assert not [path for path in after if path.endswith(".new")]


def test_each_reader_sees_one_whole_text_while_several_write(tmp_path: Path) -> None:
    file, texts = tmp_path / "x.toml", [letter * 300_000 for letter in "abc"]
    put(texts[0], file)
    writers = [threading.Thread(target=lambda text=text: [put(text, file) for _ in range(20)]) for text in texts]
    for writer in writers:
        writer.start()
    seen = []
    while any(writer.is_alive() for writer in writers):
        seen.append(file.read_text(encoding="utf-8"))
    seen.append(file.read_text(encoding="utf-8"))
    assert {*seen} <= {*texts}
    assert [path.name for path in tmp_path.iterdir()] == ["x.toml"]


def test_a_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "link.toml"
    real.write_text(OLD, encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    put("new", link)
    assert link.is_symlink()
    assert (real.read_text(encoding="utf-8"), real.stat().st_mode & 0o777) == ("new", 0o640)


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    put("one", file, new=True)
    with pytest.raises(dl.RecordError, match="already exists"):
        put("two", file, new=True)
    assert file.read_text(encoding="utf-8") == "one"


def test_what_is_no_file_is_written_and_stays_what_it_is(tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    with pytest.raises(dl.RecordError, match="cannot be written"):
        put("nobody reads", pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    while not got and reader.is_alive():
        with suppress(dl.RecordError):      # Until the reader has opened it, nobody reads.
            put("x" * 200_000, pipe)
            break
    reader.join(20)
    assert got == ["x" * 200_000]
    assert pipe.is_fifo()
    with pytest.raises(dl.RecordError, match="No space left on device"):
        put("x", Path("/dev/full"))


# --- two who save one file


def test_of_two_views_of_one_match_the_second_does_not_write_over_the_first(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    first = dl.Play("block", against="heaviest", seed=1, delay=0, save=file)
    second = dl.Play("block", delay=0, save=file)
    for _ in range(2):
        first.here.do(first.here.legal[0])
    now = file.read_bytes()
    second.here.do(second.here.legal[0])
    assert "changed by somebody else" in second.error
    assert "run the line that made this view again" in second.error
    assert file.read_bytes() == now
    again = dl.Play("block", delay=0, save=file)
    assert again.here.timeline.actions == first.here.timeline.actions
    again.here.do(again.here.legal[0])
    assert not again.error


@pytest.mark.parametrize("other", ["sub/../x.toml", "link.toml"])
def test_the_same_file_by_another_name_is_the_same_file(other: str, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    kept = SaveFile(None, such="x.toml")
    file = kept.write("one", tmp_path / "x.toml")
    (tmp_path / "link.toml").symlink_to(file)
    kept.write("two", tmp_path / other)
    assert file.read_text(encoding="utf-8") == "two"


def test_a_file_that_is_gone_is_written_again(tmp_path: Path) -> None:
    kept = SaveFile(None, such="x.toml")
    file = kept.write("one", tmp_path / "x.toml")
    file.unlink()
    kept.write("two")
    assert file.read_text(encoding="utf-8") == "two"


def test_what_does_not_read_back_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = dl.Recorder("block", seed=7)
    file = recorder.save(tmp_path / "x.toml")
    before = file.read_bytes()
    recorder.here.do(recorder.here.legal[0])
    monkeypatch.setattr("domino_lab.widgets.recorder.write", lambda line: line.text + "[[move]]\nplay = 5-5\n")
    with pytest.raises(dl.RecordError, match="would then not hold the moves of this hand"):
        recorder.save()
    assert file.read_bytes() == before


TORN = 'ruleset = "block"\n[deal]\nseed = 7\n[[move]]\nplay = "6-6"\n'


@pytest.mark.parametrize("wrong", ["bogus = 1\n", "count = 4\n", '[[move]]\nplay = "0-0"\n', "at = 3\n"])
def test_a_hand_goes_on_and_is_saved_below_what_was_wrong_in_its_file(wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(TORN + wrong, encoding="utf-8")
    recorder = dl.Recorder(file)
    assert recorder.hand.problems
    recorder.here.go(recorder.here.end)
    recorder.here.do(recorder.here.legal[0])
    recorder.save()
    again = dl.load(file)
    assert (again.actions, len(again.problems)) == (recorder.hand.actions, "play" not in wrong)


def test_a_file_that_cannot_be_read_to_its_end_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(TORN + 'note = "cut', encoding="utf-8")
    with pytest.raises(dl.RecordError, match="line 6: The file cannot be read from here on"):
        dl.Recorder(file).save()
    assert file.read_text(encoding="utf-8") == TORN + 'note = "cut'


# --- names


def test_the_home_folder_is_understood_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    run("new-hand", "block", "--played", "-o", "~/hand.toml")
    assert dl.load("~/hand.toml") == dl.load(Path("~/hand.toml"))
    assert "wins" in run("replay", "~/hand.toml") or "Nobody" in run("replay", "~/hand.toml")
    run("picture", "~/hand.toml", "-o", "~/hand.svg")
    dl.save_rules(dl.ruleset("block").but(target=61), "~/rules.toml")
    assert dl.ruleset("~/rules.toml")["target"] == dl.ruleset(Path("~/rules.toml"))["target"] == 61
    dl.Play("block", seed=1, delay=0, save="~/match.toml")
    assert len(dl.load_match("~/match.toml").hands) == 1
    assert dl.Play("~/match.toml").here.seed == 1
    recorder = dl.Recorder("~/hand.toml")
    recorder.note("Look.", step=0)
    recorder.save()
    recorder.save("~/other.toml")
    made("book").to_csv("~/book.csv")
    assert len(dl.chance.class_book("~/book.csv").rows) == 1
    made("quiz").worksheet().save("~/sheet.html")
    run("lab", "~/course", "--no-open", "--student")
    there = {path.name for path in tmp_path.iterdir()}
    assert there == {"hand.toml", "hand.svg", "rules.toml", "match.toml", "other.toml", "book.csv", "sheet.html",
                     "course"}


# --- reading


READERS: dict[str, Callable[[Any], object]] = {
    "load": dl.load, "load_match": dl.load_match, "ruleset": lambda path: dl.ruleset(Path(path)),
    "class_book": dl.chance.class_book, "Recorder": dl.Recorder, "HandStepper": dl.HandStepper,
}


@pytest.mark.parametrize("name", READERS)
def test_what_has_no_end_or_is_no_file_is_refused_at_once(name: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    for path in (Path("/dev/zero"), pipe, tmp_path, tmp_path / "none.toml", tmp_path / os.fsdecode(b"\xff.toml"),
                 tmp_path / ("x" * 300 + ".toml"), tmp_path / "a\0b.toml"):
        with pytest.raises(dl.DominoError) as told:
            READERS[name](path)
        assert len(str(told.value)) < 1000


def test_no_more_is_read_than_a_file_may_have(tmp_path: Path) -> None:
    big = tmp_path / "big.csv"
    with big.open("wb") as file:
        file.truncate(500_000_000)
    assert len(content(big, 100)) == 101
    with pytest.raises(dl.DominoError, match="too large"):
        dl.chance.class_book(big)


# --- output that cannot be written


COMMANDS = [["games"], ["games", "--json"], ["rules", "block"], ["--help"], ["--version"], ["new-hand", "block"],
            ["settle", "block", "--holding", "1-2", "--holding", "5-5"],
            ["replay", "all-fives-worked-example"], ["replay", "all-fives-worked-example", "--json"],
            ["picture", "all-fives-worked-example", "-o", "-"], ["page", "all-fives-worked-example", "-o", "-"],
            ["review", "all-fives-whole-hand", "--deals", "4"],
            ["puzzles", "all-fives", "-n", "1", "-o", "-"],
            ["simulate", "block", "--hands", "20"]]


def test_every_command_is_tried_with_a_full_disk() -> None:
    assert {*main.commands} == {words[0] for words in COMMANDS if words[0][0] != "-"} | {"lab", "site"}


def at_a_shell(words: list[str], redirected: str) -> tuple[int, str]:
    line = f"{shlex.join([sys.executable, '-m', 'domino_lab.cli', *words])} {redirected}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=100, cwd=PACKAGE.parent)
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_output_that_cannot_be_written_is_one_line(words: list[str]) -> None:
    assert at_a_shell(words, ">/dev/full") == (1, "The output cannot be written: No space left on device.\n")


def test_a_closed_output_is_one_line_and_nobody_need_see_what_is_told_beside() -> None:
    assert at_a_shell(["games"], ">&-") == (1, "The output cannot be written: it is closed.\n")
    assert at_a_shell(["games"], ">&- 2>&-") == (1, "")
    assert at_a_shell(["simulate", "block", "--hands", "20"], "2>&-") == (0, "")


@pytest.mark.parametrize("words", [["replay", ""], ["replay", " ", "--json"], ["picture", "", "-o", "-"], ["lab", ""]],
                         ids=str)
def test_a_file_without_a_name_is_asked_for(words: list[str]) -> None:
    assert "a name" in run(*words)


def test_a_pipe_that_is_closed_is_no_word_worth() -> None:
    command = [sys.executable, "-m", "domino_lab.cli", "games", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=PACKAGE.parent) as done:
        assert done.stdout
        assert done.stderr
        done.stdout.close()
        assert done.stderr.read() == b""
    assert done.returncode == 1


def _fails(*_given: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_table_is_saved_with_its_own_method_as_every_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`hand.table().to_csv("x.csv")` is what pandas has taught everybody to write."""
    table = dl.transcript(dl.play_out("block", seed=1, names=["=1+1", "@SUM(1)"]))
    path = tmp_path / "x.csv"
    path.write_text("what was there", encoding="utf-8")
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", _fails)
        with pytest.raises(dl.RecordError, match="cannot be written"):
            table.to_csv(path)
    assert path.read_text(encoding="utf-8") == "what was there"
    assert table.to_csv(path) is None
    saved = path.read_text(encoding="utf-8")
    assert "'=1+1" in saved
    assert ",=1+1" not in saved
    assert "'@SUM(1)" in saved
    assert list(table.player)[1] in ("=1+1", "@SUM(1)")


@pytest.mark.parametrize("options", [{"encoding": "utf-16"}, {"header": False}], ids=str)
@pytest.mark.parametrize("how", ["full", "interrupted", "not named", "no room"])
def test_a_table_that_is_saved_with_options_spoils_nothing(options: dict[str, Any], how: str, tmp_path: Path) -> None:
    table, path = dl.transcript(dl.play_out("block", seed=1)), tmp_path / "x.csv"
    path.write_text(OLD, encoding="utf-8")
    with broken(how), suppress(dl.RecordError, KeyboardInterrupt):
        table.to_csv(path, **options)
    assert everything_in(tmp_path) == {"x.csv": OLD.encode()}
    table.to_csv(path, **options)
    assert not path.read_bytes().startswith(OLD.encode())


def test_a_table_is_saved_as_pandas_saves_it(tmp_path: Path) -> None:
    table, path = Printable({"name": ["=1+1", "Åse"]}), tmp_path / "x.csv"
    safe = table.to_csv()
    for name, options in {"x.csv.gz": {}, "x.csv.zip": {}, "x.csv.xz": {"compression": {"method": "infer"}},
                          "y.csv": {"encoding": "utf-16"}, "z.csv": {"mode": "a", "encoding": "utf-8-sig"}}.items():
        table.to_csv(tmp_path / name, **options)
        plain = pd.read_csv(tmp_path / name, index_col=0, encoding=options.get("encoding"))
        assert plain.to_csv() == safe
    table.to_csv(path)
    table.to_csv(str(path), mode="a", header=False)
    assert path.read_text(encoding="utf-8") == safe + safe.partition("\n")[2]


def test_a_name_too_long_for_a_file_is_the_name_of_none(tmp_path: Path) -> None:
    (tmp_path / "hand.toml").write_text("", encoding="utf-8")
    assert is_there(tmp_path / "hand.toml")
    assert not is_there(tmp_path / "no.toml")
    assert not is_there("x" * 5000)
    assert not is_there("a\0b")


@pytest.mark.parametrize("text", [
    "", 'say "5-5"', "C:\\hands", "\x00\x1b[31m\x7f\n\t", "\u5361 \N{DOMINO TILE HORIZONTAL-06-06}",
])
def test_a_text_is_the_same_when_toml_has_read_it(text: str) -> None:
    assert tomllib.loads(f"text = {as_toml(text)}") == {"text": text}
    assert as_toml(text).isprintable()
