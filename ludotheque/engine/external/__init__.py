"""Programs that speak the engine protocol, as engines: started, asked and ended here."""

from __future__ import annotations

from ludotheque.engine.external.client import ExternalEngine

__all__ = ["ExternalEngine"]
