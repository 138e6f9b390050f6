#!/usr/bin/env python3
"""Test the installed package `chuhe` and its program.

    python_package.py [TEST...]

Run by the interpreter of the environment in which the wheel is installed.
"""

from __future__ import annotations

import copy
import dataclasses
import errno
import inspect
import pickle
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Callable

import chuhe

MATE_IN_THREE = "5k3/9/9/9/9/4N4/9/9/9/4K4 w"
PERPETUAL_CHECK = "4k4/9/9/9/9/9/9/9/3R5/5K3 w"
CHECKS = ["d1e1", "e9d9", "e1d1", "d9e9"] * 2


class BoardTest(unittest.TestCase):
    def test_moves_are_played_and_taken_back(self) -> None:
        board = chuhe.Board()
        for text in ("炮二平五", "H8+7", "h0g2"):
            board.push(text)
        self.assertEqual(board.moves, ["h2e2", "h9g7", "h0g2"])
        self.assertEqual((board.turn, board.start_fen), ("black", chuhe.START_FEN))
        self.assertEqual([board.pop() for _ in range(3)], ["h0g2", "h9g7", "h2e2"])
        self.assertEqual(board.fen(), chuhe.START_FEN)
        with self.assertRaisesRegex(IndexError, "no move to take back"):
            board.pop()

    def test_a_board_is_read_from_fen_and_moves(self) -> None:
        board = chuhe.Board("4k4/9/9/9/9/9/9/9/4A4/3K5 r", ["e1d2"])
        self.assertEqual(board.fen(), "4k4/9/9/9/9/9/9/3A5/9/3K5 b - - 1 1")
        self.assertEqual(board.pieces, {"d2": "A", "d0": "K", "e9": "k"})
        self.assertEqual((board.piece_at("d2"), board.piece_at("a0")), ("A", None))

    def test_a_board_can_be_changed_while_perft_counts(self) -> None:
        board, counts = chuhe.Board(), list[int]()
        thread = threading.Thread(target=lambda: counts.append(board.perft(4)))
        thread.start()
        while thread.is_alive():
            # The only change that leaves the count alone.
            with self.assertRaises(IndexError):
                board.pop()
        thread.join()
        self.assertEqual(counts, [3290240])

    def test_perft_of_depth_0_is_1(self) -> None:
        self.assertEqual(chuhe.Board().perft(0), 1)

    def test_checks_are_recognised(self) -> None:
        board = chuhe.Board(PERPETUAL_CHECK)
        self.assertFalse(board.is_check())
        board.push("d1e1")
        self.assertTrue(board.is_check())

    def test_notations_are_written_and_read(self) -> None:
        board = chuhe.Board("3k5/9/9/9/9/9/R8/9/R8/5K3 w")
        chinese, wxf = board.format_move("a3a2", "chinese"), board.format_move("a3a2", "wxf")
        texts = [board.format_move("a3a2", "iccs"), chinese, wxf]
        self.assertEqual(texts, ["a3a2", "前车退一", "R+-1"])
        self.assertEqual({board.parse_move(text) for text in texts}, {"a3a2"})

    def test_copies_are_independent_and_keep_the_moves(self) -> None:
        board = chuhe.Board(moves=["h2e2"])
        unpickled: chuhe.Board = pickle.loads(pickle.dumps(board))
        for other in (board.copy(), copy.copy(board), copy.deepcopy(board), unpickled):
            self.assertEqual((other, other.moves), (board, ["h2e2"]))
            other.pop()
            self.assertNotEqual(other, board)
        with self.assertRaises(TypeError):
            hash(board)

    def test_text_and_picture_show_the_position(self) -> None:
        board = chuhe.Board()
        self.assertEqual(str(board).splitlines()[0], "9 r---n---b---a---k---a---b---n---r")
        self.assertEqual(repr(board), f"Board('{chuhe.START_FEN}')")
        self.assertTrue(board._repr_svg_().startswith('<svg xmlns="http://www.w3.org/2000/svg" width="400"'))
        plain = board.svg(size=300)
        self.assertIn('width="300"', plain)
        for changed in (
            board.svg(size=300, flip=True),
            board.svg(size=300, coordinates=False),
            board.svg(size=300, arrows=["i9h9"]),
            board.svg(size=300, best="炮二平五"),
        ):
            self.assertNotEqual(changed, plain)


class RulesTest(unittest.TestCase):
    def test_perpetual_check_is_judged_with_reasons(self) -> None:
        verdict = chuhe.judge(chuhe.Board(PERPETUAL_CHECK, CHECKS))
        self.assertEqual((verdict.outcome, verdict.rule), ("black", "perpetual-check"))
        self.assertIn("red gives check with every move", verdict.reason)
        self.assertIn("红方长将", verdict.reason_zh)
        assert verdict.repetition is not None
        self.assertEqual(verdict.repetition.red_offence, "check")
        self.assertEqual([move.move_class for move in verdict.repetition.cycle], ["check", "idle"] * 2)

    def test_chases_are_listed(self) -> None:
        start = "3k5/9/9/2n6/9/9/9/9/R8/4K4 w"
        moves = ["a1c1", "c6a5", "c1a1", "a5c6"] * 2
        verdict = chuhe.judge(chuhe.Board(start, moves))
        assert verdict.repetition is not None
        first = verdict.repetition.cycle[0]
        self.assertEqual(first.chases, (chuhe.Chase("R", "c1", "n", "c6", False),))

    def test_rule_sets_change_the_verdict(self) -> None:
        board = chuhe.Board(PERPETUAL_CHECK, CHECKS[:4])
        self.assertEqual(chuhe.judge(board).outcome, "undecided")
        self.assertEqual(chuhe.judge(board, chuhe.RuleSet(repeat_count=2)).outcome, "black")
        quiet = chuhe.Board("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 10 20")
        self.assertEqual(chuhe.judge(quiet, chuhe.RuleSet(move_limit=5)).rule, "natural-limit")

    def test_a_game_that_was_over_before_is_reported(self) -> None:
        board = chuhe.Board(PERPETUAL_CHECK, [*CHECKS, "d1e1"])
        self.assertEqual(chuhe.judge(board).over_after, 8)

    def test_results_are_frozen_dataclasses(self) -> None:
        verdict = chuhe.judge(chuhe.Board())
        self.assertEqual(dataclasses.asdict(verdict)["rule"], "in-progress")
        with self.assertRaises(dataclasses.FrozenInstanceError):
            verdict.rule = "checkmate"  # type: ignore[misc]


class GamesTest(unittest.TestCase):
    TEXT = "[Red \"甲\"]\n[Result \"1-0\"]\n\n1. 炮二平五 {中炮} 马８进７ $2 (1... 炮８平５ {顺炮}) 2. 马二进三 1-0\n"

    def test_a_game_is_read(self) -> None:
        [game] = chuhe.parse_games(self.TEXT)
        self.assertEqual((game.tags["Red"], game.result), ("甲", "1-0"))
        self.assertEqual(game.moves, ["h2e2", "h9g7", "h0g2"])
        self.assertEqual((game.line[0].comment, game.line[1].nags), ("中炮", [2]))
        self.assertEqual(game.line[1].variations, [[chuhe.GameMove("h7e7", "顺炮")]])
        self.assertEqual(game.board(1).moves, ["h2e2"])
        self.assertEqual(game.board().moves, game.moves)

    def test_every_written_format_is_read_back(self) -> None:
        games = chuhe.parse_games(self.TEXT)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.pgn", "a.xqf", "a.ubb", "a.txt"):
                path = Path(folder) / name
                chuhe.write_games(path, games)
                [read] = chuhe.read_games(path)
                self.assertEqual((read.moves, read.tags["Red"]), (games[0].moves, "甲"), name)
                self.assertEqual(read.line[1].variations[0][0].move, "h7e7", name)
            chuhe.write_games(path.with_suffix(".pgn"), games * 3, notation="wxf", encoding="gb18030")
            self.assertEqual(len(chuhe.read_games(path.with_suffix(".pgn"))), 3)
        text = chuhe.games_to_bytes(games, "pgn", notation="wxf").decode()
        self.assertIn("1. C2.5 {中炮} 1... H8+7 $2 (1... C8.5 {顺炮})", text)

    def test_games_are_made_from_boards_and_changed(self) -> None:
        game = chuhe.Game.from_board(chuhe.Board(moves=["h2e2"]), {"Black": "乙"})
        game.line.append(chuhe.GameMove("马８进７", variations=[[chuhe.GameMove("炮８平５")]]))
        [read] = chuhe.parse_games(chuhe.games_to_bytes([game], "pgn"))
        self.assertEqual((read.moves, read.tags["Black"]), (["h2e2", "h9g7"], "乙"))

    def test_chinese_results_are_written_as_those_of_pgn(self) -> None:
        for value, result in (("黑胜", "0-1"), ("和棋", "1/2-1/2"), ("1-0", "1-0"), ("未知", "*"), ("x", "*")):
            game = chuhe.Game({"Result": value})
            self.assertEqual(game.result, result)
            self.assertIn(f'[Result "{result}"]', chuhe.games_to_bytes([game], "pgn").decode())
        self.assertEqual(chuhe.Game().result, "*")

    def test_other_encodings_are_read(self) -> None:
        data = self.TEXT.encode("gb18030")
        self.assertEqual(chuhe.parse_games(data)[0].tags["Red"], "甲")
        data = "[Red \"許\"]\n\n1. h2e2 *".encode("big5")
        self.assertEqual(chuhe.parse_games(data, format="pgn", encoding="big5")[0].tags["Red"], "許")

    def test_variations_that_contain_themselves_are_an_error(self) -> None:
        move = chuhe.GameMove("h2e2")
        move.variations.append([move])
        with self.assertRaisesRegex(chuhe.GameFileError, "nested more than 64 deep"):
            chuhe.games_to_bytes([chuhe.Game(line=[move])], "pgn")


class EngineTest(unittest.TestCase):
    def setUp(self) -> None:
        self.engine = chuhe.Engine()

    def test_analysis_has_lines_that_the_callback_received(self) -> None:
        lines: list[chuhe.Line] = []
        board = chuhe.Board(moves=["h2e2"])
        analysis = self.engine.analyse(board, depth=6, lines=2, on_line=lines.append)
        self.assertEqual(tuple(lines[-2:][line.rank - 1] for line in analysis.lines), analysis.lines)
        self.assertEqual((analysis.best, analysis.depth), (analysis.pv[0], 6))
        self.assertIn(analysis.best, board.legal_moves)
        self.assertEqual(str(analysis.score), f"{analysis.score.cp:+}")
        self.assertEqual(board.moves, ["h2e2"])

    def test_a_fresh_engine_repeats_its_result(self) -> None:
        def search(engine: chuhe.Engine) -> tuple[object, int]:
            analysis = engine.analyse(chuhe.Board(), nodes=3000)
            return analysis.pv, analysis.nodes

        first = search(self.engine)
        self.engine.clear()
        self.assertEqual(search(self.engine), first)
        self.assertEqual(search(chuhe.Engine()), first)

    def test_mates_are_scored_in_plies(self) -> None:
        score = self.engine.analyse(chuhe.Board(MATE_IN_THREE), depth=8).score
        self.assertEqual((score.cp, score.mate, score.rule, str(score)), (None, 5, None, "mate in 3"))
        self.assertGreater(score.value, self.engine.evaluate(chuhe.Board(MATE_IN_THREE)))

    def test_endgame_tables_of_a_folder_are_used(self) -> None:
        board = chuhe.Board("4k4/9/9/9/9/9/9/9/4A4/R3K4 w")
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(ValueError, "it has no endgame table"):
                chuhe.Engine(endings=folder)
            command = [sys.executable, "-m", "chuhe", "endings", "make", "KRAvK", "--out", folder]
            subprocess.run(command, capture_output=True, check=True)
            engine = chuhe.Engine(endings=folder)
            Path(folder, "other.egt").write_text("text")
            with self.assertRaisesRegex(ValueError, "other.egt: not an endgame table"):
                chuhe.Engine(endings=folder)
        solution = engine.solve(board)
        self.assertEqual((solution.prover, solution.nodes), ("retrograde", 0))
        assert solution.mate_in is not None
        self.assertEqual(engine.analyse(board, depth=1).score.mate, 2 * solution.mate_in - 1)

    def test_a_position_without_legal_moves_has_no_best_move(self) -> None:
        analysis = self.engine.analyse(chuhe.Board("3k1P3/9/3R5/9/9/9/9/9/9/4K4 b"), depth=3)
        self.assertEqual((analysis.best, analysis.pv), (None, ()))
        self.assertEqual(analysis.score.mate, 0)

    def test_the_interpreter_runs_while_the_engine_searches(self) -> None:
        for work in (
            lambda stop: self.engine.analyse(chuhe.Board(), time=60, stop=stop),
            lambda stop: self.engine.solve(chuhe.Board(), time=60, stop=stop),
        ):
            self.check_that_a_thread_counts_during(work)

    def check_that_a_thread_counts_during(self, work: Callable[[threading.Event], object]) -> None:
        """Neither work ends before the other thread has counted and sets the event."""
        stop, counted = threading.Event(), 0

        def count() -> None:
            nonlocal counted
            while counted < 100_000:
                counted += 1
            stop.set()

        thread = threading.Thread(target=count)
        thread.start()
        work(stop)
        self.assertEqual(counted, 100_000)
        thread.join()

    def test_an_exception_of_the_callback_ends_the_search(self) -> None:
        def fail(line: chuhe.Line) -> None:
            raise KeyError(line.depth)

        with self.assertRaises(KeyError):
            self.engine.analyse(chuhe.Board(), on_line=fail, stop=threading.Event())
        self.assertIsNotNone(self.engine.analyse(chuhe.Board(), depth=1).best)

    def test_an_engine_at_work_refuses_other_work(self) -> None:
        messages = []

        def search_again(line: chuhe.Line) -> None:
            try:
                self.engine.analyse(chuhe.Board(), depth=1)
            except RuntimeError as error:
                messages.append(str(error))

        self.engine.analyse(chuhe.Board(), depth=2, on_line=search_again)
        self.assertEqual(set(messages), {"the engine is at work: stop it, or create another one"})

    def test_mates_are_proved_against_every_defence(self) -> None:
        board = chuhe.Board(MATE_IN_THREE)
        solution = self.engine.solve(board, unique=True, all_lines=True)
        self.assertEqual((solution.status, solution.mate_in, solution.shortest), ("mate", 3, True))
        self.assertEqual((solution.key_move, len(solution.pv)), (solution.pv[0], 5))
        self.assertFalse(solution.unique)
        assert solution.tree is not None
        self.assertEqual(self.check_tree(board, solution.tree), 3)

    def check_tree(self, board: chuhe.Board, tree: chuhe.MateTree) -> int:
        """The moves of the winner in a tree, which must answer every legal reply."""
        board = board.copy()
        board.push(tree.move)
        self.assertEqual(set(tree.replies), set(board.legal_moves))
        longest = 0
        for reply, after in tree.replies.items():
            assert after is not None
            board.push(reply)
            longest = max(longest, self.check_tree(board, after))
            board.pop()
        return longest + 1

    def test_each_mate_proved_is_reported(self) -> None:
        found: list[chuhe.Solution] = []
        solution = self.engine.solve(chuhe.Board(MATE_IN_THREE), on_mate=found.append)
        lengths = [mate.mate_in for mate in found]
        self.assertEqual(lengths, sorted(set(lengths), key=lambda moves: -(moves or 0)))
        self.assertEqual((lengths[-1], found[-1].pv), (3, solution.pv))

        def fail(mate: chuhe.Solution) -> None:
            raise KeyError(mate.status)

        with self.assertRaises(KeyError):
            self.engine.solve(chuhe.Board(MATE_IN_THREE), on_mate=fail)

    def test_limits_of_proofs_are_reported(self) -> None:
        self.assertEqual(self.engine.solve(chuhe.Board(MATE_IN_THREE), max_moves=2).status, "no-mate")
        unsolved = self.engine.solve(chuhe.Board(), nodes=1000)
        self.assertEqual((unsolved.status, unsolved.key_move, unsolved.tree), ("unsolved", None, None))


class ErrorsTest(unittest.TestCase):
    def test_messages_say_what_is_wrong_and_where(self) -> None:
        board, engine = chuhe.Board(), chuhe.Engine()
        game = chuhe.Game(line=[chuhe.GameMove("a0a9")])
        cases: list[tuple[type[Exception], str, Callable[[], object]]] = [
            (chuhe.FenError, "the FEN has 3 ranks, a board has 10", lambda: chuhe.Board("4k4/9/9 w")),
            (chuhe.MoveError, "'炮三平五': red has no cannon on its file 3", lambda: board.push("炮三平五")),
            (chuhe.MoveError, "move 2 of the list: h2e2 is not legal", lambda: chuhe.Board(moves=["h2e2"] * 2)),
            (chuhe.MoveError, "a0a9 is not legal for red", lambda: board.is_capture("a0a9")),
            (chuhe.GameFileError, "game 1: move 1: a0a9 is not legal", lambda: chuhe.games_to_bytes([game], "pgn")),
            (chuhe.GameFileError, "XQF holds one game, there are 2",
             lambda: chuhe.games_to_bytes([chuhe.Game()] * 2, "xqf")),
            (chuhe.GameFileError, "use the argument format, one of pgn,", lambda: chuhe.parse_games(b"?")),
            (chuhe.GameFileError, "data: line 1, column 4", lambda: chuhe.parse_games("1. 炮三平五", format="pgn")),
            (ValueError, "encoding is for bytes", lambda: chuhe.parse_games("1. h2e2", encoding="gb18030")),
            (chuhe.GameFileError, "game 1: move 2: nags: expected 0 to 255, found 256",
             lambda: chuhe.games_to_bytes(
                 [chuhe.Game(line=[*map(chuhe.GameMove, ("h2e2", "h9g7")), chuhe.GameMove("h0g2", nags=[256])])], "pgn")),
            (TypeError, "game 1: move 1: failed to extract field GameMove.nags: 'str'",
             lambda: chuhe.games_to_bytes([chuhe.Game(line=[chuhe.GameMove("h2e2", nags=["!"])])], "pgn")),  # type: ignore[list-item]
            (TypeError, "game 2: tag Round: 'int'",
             lambda: chuhe.games_to_bytes([chuhe.Game(), chuhe.Game({"Round": 3})], "pgn")),  # type: ignore[dict-item]
            (TypeError, "game 1: 'int' object has no attribute 'tags'",
             lambda: chuhe.games_to_bytes([3], "pgn")),  # type: ignore[list-item]
            (chuhe.GameFileError, "game 1: tag Red: 'utf-8' codec can't encode",
             lambda: chuhe.games_to_bytes([chuhe.Game({"Red": "\udcff"})], "pgn")),
            (chuhe.GameFileError, "game 1: the tag FEN: set start_fen instead",
             lambda: chuhe.games_to_bytes([chuhe.Game({"FEN": chuhe.START_FEN})], "pgn")),
            (chuhe.GameFileError, "game 1: the tag Format: it is written from the argument notation",
             lambda: chuhe.games_to_bytes([chuhe.Game({"format": "WXF"})], "pgn")),
            (chuhe.GameFileError, '(read as GB18030, but it may be Big5: encoding="big5")',
             lambda: chuhe.parse_games("1. 砲二平五 馬８進７ *".encode("big5"), format="pgn")),
            (chuhe.MoveError, r"'\u001b[2J' is not a move", lambda: board.push("\x1b[2J")),
            (UnicodeEncodeError, "surrogates not allowed", lambda: chuhe.parse_games("1. h2e2 {\udcff}")),
            (ValueError, "plies is -1: expected 0 or more", lambda: game.board(-1)),
            (ValueError, "size is 0: expected 40 to 8000", lambda: board.svg(size=0)),
            (ValueError, "size is 8001: expected 40 to 8000", lambda: board.svg(size=8001)),
            (chuhe.GameFileError, "'a b' is not a tag name",
             lambda: chuhe.games_to_bytes([chuhe.Game({"a b": ""})], "pgn")),
            (ValueError, "'z1' is not a square", lambda: board.piece_at("z1")),
            (ValueError, "depth is 0: expected 1 to 100", lambda: engine.analyse(board, depth=0)),
            (ValueError, "nodes is -1: expected 1 or more", lambda: engine.solve(board, nodes=-1)),
            (ValueError, "time is NaN: expected a finite number of seconds, 0 or more", lambda: engine.analyse(board, time=float("nan"))),
            (ValueError, "the search has no end: give depth, nodes, time or stop", lambda: engine.analyse(board)),
            (ValueError, "hash_mib is -1: expected 0 to 65536", lambda: chuhe.Engine(hash_mib=-1)),
            (ValueError, "repeat_count is 1: expected 2 to 9", lambda: chuhe.RuleSet(repeat_count=1)),
            (ValueError, f"repeat_count is {2**70}: expected 2 to 9", lambda: chuhe.RuleSet(repeat_count=2**70)),
            (ValueError, "'chines' is not", lambda: chuhe.RuleSet("chines")),  # type: ignore[arg-type]
            (TypeError, "repetition: ", lambda: chuhe.RuleSet(5)),  # type: ignore[arg-type]
            (TypeError, "repeat_count", lambda: chuhe.RuleSet(repeat_count="3")),  # type: ignore[arg-type]
            (TypeError, "expected a RuleSet, not <class 'str'>", lambda: chuhe.judge(board, "x")),  # type: ignore[arg-type]
            (ValueError, "'x' is not a notation", lambda: board.format_move("h2e2", "x")),  # type: ignore[arg-type]
        ]
        for kind, message, call in cases:
            with self.subTest(message), self.assertRaisesRegex(kind, re.escape(message)):
                call()

    def test_errors_of_files_have_number_and_name(self) -> None:
        cases: list[tuple[str, Callable[[], object]]] = [
            ("missing.pgn", lambda: chuhe.read_games("missing.pgn")),
            ("missing/a.pgn", lambda: chuhe.write_games("missing/a.pgn", [])),
            ("missing.nnue", lambda: chuhe.Engine(network="missing.nnue")),
            ("missing", lambda: chuhe.Engine(endings="missing")),
        ]
        for name, call in cases:
            with self.subTest(name), self.assertRaises(FileNotFoundError) as caught:
                call()
            self.assertEqual((caught.exception.errno, caught.exception.filename), (errno.ENOENT, name))

    def test_only_regular_files_are_read_and_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name, number in ((folder, errno.EISDIR), ("/dev/null", errno.EINVAL)):
                for call in (
                    lambda: chuhe.read_games(name, format="pgn"),
                    lambda: chuhe.write_games(name, [chuhe.Game()], format="pgn"),
                    lambda: chuhe.Engine(network=name),
                ):
                    with self.subTest(name), self.assertRaisesRegex(OSError, "not a regular file") as caught:
                        call()
                    self.assertEqual((caught.exception.errno, caught.exception.filename), (number, name))

    def test_exceptions_are_value_errors(self) -> None:
        for kind in (chuhe.FenError, chuhe.MoveError, chuhe.GameFileError):
            self.assertTrue(issubclass(kind, ValueError), kind)


class PackageTest(unittest.TestCase):
    def test_signatures_show_the_defaults(self) -> None:
        parameters = inspect.signature(chuhe.Board.svg).parameters
        self.assertEqual((parameters["arrows"].default, parameters["size"].default), ((), 600))

    def test_docstrings_are_english_then_chinese(self) -> None:
        public = [getattr(chuhe, name) for name in chuhe.__all__]
        objects = [item for item in public if callable(item)]
        for owner in (chuhe.Board, chuhe.Engine, chuhe.Game):
            members = [member for name, member in vars(owner).items() if name[0] != "_"]
            objects += [member for member in members if callable(member) or inspect.isdatadescriptor(member)]
        self.assertGreater(len(objects), 40)
        for item in objects:
            text = item.__doc__ or ""
            first, last = text.split("\n", 1)[0], text.strip().splitlines()[-1]
            self.assertTrue(first.isascii() and not last.isascii(), f"{item}: {text}")

    def test_ctrl_c_ends_a_search(self) -> None:
        script = (
            "import chuhe, threading\n"
            "found = lambda line: print('line', flush=True)\n"
            "chuhe.Engine().analyse(chuhe.Board(), on_line=found, stop=threading.Event())\n"
        )
        command = [sys.executable, "-c", script]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as search:
            assert search.stdout is not None
            search.stdout.readline()
            search.send_signal(signal.SIGINT)
            _, errors = search.communicate()
        self.assertTrue(errors.strip().endswith("KeyboardInterrupt"), errors)


class ProgramTest(unittest.TestCase):
    PROGRAM = str(Path(sysconfig.get_path("scripts")) / "chuhe")

    def test_it_runs_from_the_path_and_as_a_module(self) -> None:
        for command in ([self.PROGRAM], [sys.executable, "-m", "chuhe"]):
            done = subprocess.run([*command, "--version"], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (0, f"chuhe {chuhe.__version__}\n"))
            done = subprocess.run([*command, "bench", "--depth", "1"], capture_output=True, text=True)
            self.assertRegex(done.stdout, r"(?m)^nodes +\d+$")

    def test_it_plays_by_ucci(self) -> None:
        dialogue = "ucci\nsetoption batch on\nposition startpos moves h2e2\ngo depth 3\nquit\n"
        done = subprocess.run([self.PROGRAM], input=dialogue, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        best = re.search(r"^bestmove (\S+)", done.stdout, re.MULTILINE)
        assert best is not None
        self.assertIn(best[1], chuhe.Board(moves=["h2e2"]).legal_moves)

    def test_exit_codes_are_those_of_the_program(self) -> None:
        done = subprocess.run([self.PROGRAM, "show", "--fen", "x"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("invalid value 'x' for '--fen <FEN>'", done.stderr)

    def test_ctrl_c_ends_it(self) -> None:
        command = [self.PROGRAM, "analyze", "--time", "86400000"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            program.stdout.readline()
            program.send_signal(signal.SIGINT)
        self.assertEqual(program.returncode, -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
