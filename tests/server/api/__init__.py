"""Tests of `ludotheque.server.api`."""
