"""Histories: a seeded machine does to a game all that a white cell can do, and looks at everything after each
step.

It is a machine of our own and not Hypothesis' `RuleBasedStateMachine`: a step here is a whole command, and
Hypothesis replays hundreds of games to shrink one failure, bounds no budget by what a step costs, and draws
other games after an update of its own. Here each step has a seed of its own, so that a step means the same
kind of thing after others were left out, and a failing history is shortened by leaving out steps in halves.
"""
