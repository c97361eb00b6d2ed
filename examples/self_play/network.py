"""A network with two hidden layers that says what a position is worth, from -1 to 1. It needs NumPy alone."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
HIDDEN = (64, 32)
CHUNK = 8192
"""How many positions are valued at once, lest memory run out."""
MEMORY, SCALE = 0.9, 0.999
"""Adam: how slowly the means of the slopes and of their squares change."""


class Network:
    """Layers of weights, and what Adam remembers of their slopes."""

    def __init__(self, inputs: int, seed: int = 0) -> None:
        random = np.random.default_rng(seed)
        sizes = (inputs, *HIDDEN, 1)
        self.weights: list[Floats] = []
        for before, after in pairwise(sizes):
            self.weights.append((random.standard_normal((before, after)) * np.sqrt(2 / before)).astype(np.float32))
            self.weights.append(np.zeros(after, np.float32))
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def values(self, inputs: Floats) -> Floats:
        """Return what each position is worth."""
        parts = [self._forward(inputs[place : place + CHUNK])[-1] for place in range(0, len(inputs), CHUNK)]
        return np.concatenate([np.empty(0, np.float32), *parts])

    def slopes(self, inputs: Floats, targets: Floats) -> tuple[float, list[Floats]]:
        """Return the mean squared error, and how it changes with each weight."""
        first, second, found = self._forward(inputs)
        missed = found - targets
        slope = (2 / len(inputs) * missed * (1 - found**2)).astype(np.float32)[:, None]
        slopes: list[Floats] = []
        for below, number in ((second, 4), (first, 2), (inputs, 0)):
            slopes = [below.T @ slope, slope.sum(0), *slopes]
            slope = (slope @ self.weights[number].T) * (below > 0)
        return float((missed**2).mean()), slopes

    def learn(self, inputs: Floats, targets: Floats, rate: float) -> float:
        """Take one step of Adam towards the targets, and return the error before it."""
        error, slopes = self.slopes(inputs, targets)
        self.steps += 1
        pace = rate * sqrt(1 - SCALE**self.steps) / (1 - MEMORY**self.steps)
        for number, slope in enumerate(slopes):
            self.means[number] += (1 - MEMORY) * (slope - self.means[number])
            self.squares[number] += (1 - SCALE) * (slope**2 - self.squares[number])
            self.weights[number] -= pace * self.means[number] / (np.sqrt(self.squares[number]) + 1e-8)
        return error

    def save(self, file: Path) -> None:
        """Write the weights to a file."""
        np.savez(file, *self.weights)

    @classmethod
    def load(cls, file: Path) -> Network:
        """Return the network that a file holds."""
        with np.load(file) as stored:
            weights = [stored[name] for name in stored.files]
        network = cls(len(weights[0]))
        network.weights = weights
        return network

    def _forward(self, inputs: Floats) -> tuple[Floats, Floats, Floats]:
        """The two hidden layers and the value."""
        first = np.maximum(inputs @ self.weights[0] + self.weights[1], 0)
        second = np.maximum(first @ self.weights[2] + self.weights[3], 0)
        return first, second, np.tanh(second @ self.weights[4] + self.weights[5])[:, 0]
