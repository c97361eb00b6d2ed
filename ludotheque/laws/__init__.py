"""The laws of all games: what must hold for every folder, with every option. `ludotheque check` and the tests ask them.

A law is a generator of breaches. It asks about a position, about a whole game or about a game's folder. Its name is a
key of `[laws]` in the catalogue of this package, where a sentence says what holds.
"""
