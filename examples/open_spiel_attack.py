"""Solve an attack in the last turn of a game with OpenSpiel: `python examples/open_spiel_attack.py`."""

from __future__ import annotations

import pyspiel

import ludotheque.adapters.open_spiel  # registers the games

LAST_TURN = "turn=1 dark=b3,b4,c2,c4 light=c3,d2,d4,d5 target=- turns=299"


def main() -> None:
    """Solve the attack by counterfactual regret minimization, and print the attacker's strategy and its value."""
    game = pyspiel.load_game(f"{ludotheque.adapters.open_spiel.PREFIX}massai", {"position": LAST_TURN})
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy, state = solver.average_policy(), game.new_initial_state()
    for action, share in policy.action_probabilities(state).items():
        if share > 0.01:
            print(f"{state.action_to_string(action)}: {share:.0%}")
    value = pyspiel.expected_returns(state, policy, -1, True)[state.current_player()]
    print(f"worth {value:.2f}; another strategy gains at most {pyspiel.exploitability(game, policy):.3f}")


if __name__ == "__main__":
    main()
