"""Proves the built-in packs by their fixtures and writes the record beside each; --check fails where one is behind.

    python proofs.py [--check]

An installed program then need not run the fixtures again: the record holds the hash of the pack and of the program.
"""

import sys

from audit.games.registry import registered_games
from audit.rulebook import built_in_directories
from audit.rulebook.folders import PROOF
from audit.rulebook.loading import read_packs
from audit.rulebook.proof import game_of, is_recorded, proof_digest, prove_pack, trial_books, write_proof


def main() -> int:
    """Prove what is not on record, or with --check only say what is not."""
    games = registered_games()
    book, folders = read_packs(built_in_directories(), games)
    behind = 0
    for pack, below, one in trial_books(book, folders, games):
        game = game_of(pack)
        digest = proof_digest(pack, below, game)
        if is_recorded(pack, digest):
            continue
        if "--check" in sys.argv[1:]:
            print(f"{pack.shown}/{PROOF} is not of this pack and program; run `make proofs`")
            behind += 1
            continue
        faults = prove_pack(one, pack, below, games[game]).all_faults()
        for fault in faults:
            print(fault)
        if faults:
            behind += 1
        else:
            write_proof(pack, digest)
            print(f"{pack.shown}: proven")
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())
