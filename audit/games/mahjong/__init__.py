"""Mahjong, traditional and simplified: one engine, two sets of tiles and of figures of the law."""

from audit.games.mahjong.facts import SIMPLIFIED as _SIMPLIFIED_TABLES
from audit.games.mahjong.facts import TRADITIONAL as _TRADITIONAL_TABLES
from audit.games.mahjong.replay import Mahjong

GAME = Mahjong("mahjong", _TRADITIONAL_TABLES, simplified=False)
SIMPLIFIED = Mahjong("mahjong_simplified", _SIMPLIFIED_TABLES, simplified=True)
