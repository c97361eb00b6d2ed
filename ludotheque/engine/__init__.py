"""Search over the games' own kernels. Nothing here knows a game: each game's folder brings its evaluation."""
