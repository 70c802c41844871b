"""Pai gow of Portaria 96/85/M: the ranking of its tiles, and the replay of a hand."""

from audit.games.pai_gow.replay import PaiGow

GAME = PaiGow()
