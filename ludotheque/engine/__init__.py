"""Engines: searches over the kernels of any game. Each game's folder brings its evaluation."""
