"""What is checked of a game's data when a ruleset is composed: faults that no table or file shows by itself."""

from __future__ import annotations

from .bombers import check_bombers
from .campaigns import TARGET_CARD, check_campaigns, check_cards, check_moon
from .fighters import check_fighters
from .fittings import check_devices, check_fits
from .rings import check_rings
from .roles import check_results, check_roles, check_rolled, roles_of_tables, tables_of_roles, why_not_rolled
from .routes import check_routes, check_targets
from .telling import check_decisions, check_happenings, check_wordings

__all__ = [
    "TARGET_CARD",
    "check_bombers",
    "check_campaigns",
    "check_cards",
    "check_decisions",
    "check_devices",
    "check_fighters",
    "check_fits",
    "check_happenings",
    "check_moon",
    "check_results",
    "check_rings",
    "check_roles",
    "check_rolled",
    "check_routes",
    "check_targets",
    "check_wordings",
    "roles_of_tables",
    "tables_of_roles",
    "why_not_rolled",
]
