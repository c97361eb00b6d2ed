"""The laws of all games find what is wrong with a folder."""
