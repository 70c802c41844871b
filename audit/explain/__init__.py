"""A hand explained: what happened row by row, what the law makes of it, and what was found."""
