"""A UCI engine that plays some legal move at once; now and then it takes so long that a kill finds it thinking."""

import random
import sys
import time

import chess


def position(words: list[str]) -> chess.Board:
    at = words.index("moves") if "moves" in words else len(words)
    board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:at]))
    for move in words[at + 1 :]:
        board.push_uci(move)
    return board


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    board = chess.Board()
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["uci"]:
                say("id name fake\nuciok")
            case ["isready"]:
                say("readyok")
            case ["position"]:
                board = position(words)
            case ["go"]:
                time.sleep(random.choice((0, 0, 0.05)))
                moves = list(board.legal_moves)
                say("info depth 1 score cp 0")
                say(f"bestmove {random.choice(moves).uci() if moves else '0000'}")
            case ["quit"]:
                return


if __name__ == "__main__":
    main()
