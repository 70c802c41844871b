"""Five-card poker of Portaria 104/85/M: the ranking of its 40-card deck, and the replay of a hand."""

from audit.games.five_card_poker.replay import FiveCardPoker

GAME = FiveCardPoker()
