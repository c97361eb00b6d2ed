"""The plain referee: the rules of every game in slow, readable Python, written from the rules pages alone."""
