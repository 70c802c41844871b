"""Mahjong, traditional and simplified: one engine, two sets of tiles and of figures of the law."""
