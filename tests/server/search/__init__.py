"""Tests of `ludotheque.server.search`."""
