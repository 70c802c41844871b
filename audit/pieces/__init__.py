"""Cards, dominoes, mahjong tiles and dice: notation to codes and back, and their drawings; no ranks."""
