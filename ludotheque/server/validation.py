"""What reads requests: pydantic, and `plain_validation.py` in a browser, where pydantic is not to be had."""

import sys

if sys.platform == "emscripten":
    from ludotheque.server.plain_validation import (
        AfterValidator,
        BaseModel,
        ConfigDict,
        Field,
        TypeAdapter,
        ValidationError,
    )
else:
    from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

__all__ = ["AfterValidator", "BaseModel", "ConfigDict", "Field", "TypeAdapter", "ValidationError"]
