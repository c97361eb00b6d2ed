"""Measurements, one line a figure: `name key=value …`. Compare figures of one run only; machines are noisy."""
