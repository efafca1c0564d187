"""A ruleset as the API publishes it: options, commands and views as JSON Schemas, and its refusals."""

from typing import Any, get_args

import msgspec
from warboard_pb.campaign.v1 import engine_pb2

from services.engine.core.campaign import Refusal
from services.engine.core.ruleset import Ruleset


def info(ruleset: Ruleset) -> engine_pb2.RulesetInfo:
    """Everything clients need to know of a ruleset before they play it."""
    return engine_pb2.RulesetInfo(
        name=ruleset.name,
        version=ruleset.version,
        min_seats=ruleset.seats.start,
        max_seats=ruleset.seats.stop - 1,
        options_schema=msgspec.json.encode(msgspec.json.schema(ruleset.options_type)),
        defaults=msgspec.json.encode(ruleset.options_type()),
        command_schemas=msgspec.json.encode(command_schemas(ruleset)),
        view_schemas=msgspec.json.encode(view_schemas(ruleset)),
        refusals=dict.fromkeys(code.value for code in (*Refusal, *ruleset.refusals)),
    )


def command_schemas(ruleset: Ruleset) -> dict[str, Any]:
    """A JSON Schema for each command, by its `type`."""
    kinds = get_args(ruleset.commands) or (ruleset.commands,)
    return {kind.__struct_config__.tag: msgspec.json.schema(kind) for kind in kinds}


def view_schemas(ruleset: Ruleset) -> dict[str, Any]:
    """JSON Schemas of the public and the private view, where the ruleset types them."""
    return {name: msgspec.json.schema(shape) for name, shape in ruleset.views.items()}
