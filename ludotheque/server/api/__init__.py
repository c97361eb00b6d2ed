"""The addresses: games, tables, study, the socket, and the schemas of requests."""
