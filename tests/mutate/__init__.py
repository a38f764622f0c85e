"""Mutation testing: change one thing in the rule code, and see whether a test notices.

    make mutate SYSTEM=somalia N=200 SEED=1

SYSTEM is a rule system, or `domain`, `engine`, `audits` or `chances`. Each mutant is one change at a
random place: a comparison, a number, an operator, a condition, a dropped statement, two swapped
arguments, a boolean. The tests that reach the place run against it; the first that fails kills it. The
same seed makes the same mutants of the same code.

What is no place: docstrings, `__all__`, annotations, declarations of classes and decorators, texts,
assertions, `strict=` of `zip`, and the modules that only choose orders for the computer (`NOT_RULES` in
`targets.py`): another number there is another style of play and breaks no rule.

Which tests count: cases, examples, contracts, properties. Three kinds are left out (`LEFT_OUT` in
`targets.py`): golden playthroughs and recorded games, which notice any difference without knowing what is
right; random games, whose dice decide what they notice; and tests marked `slow`.

The program is imported and the tests are collected once. A mutant in a function is put in place in a process
forked from that, where the code of the function is replaced (`swapping.py`); that takes about 0.1 s for a
mutant that the first test kills. What runs at import (constants, declarations, arguments of decorators, and
functions called by them) needs a fresh import of the program for each mutant: about 1 s. A survivor takes as
long as all tests that reach it, but `--most` seconds (30): its line says how many tests were not tried.

Which tests reach a place is recorded once per test file, by probes in the program (`probes.py`), and kept in
`.mutate/` under a digest of the file (`reach.py`). The folder can be copied into another checkout. What was
recorded with older code, or older helpers of the tests, still serves: a function that has changed since is
reached by all tests that ran it, and a test that kills is then tried without a mutant first. After a change
of many callers, a test that reaches a survivor may not be known to: `--fresh` records anew.

What a statement of a module or class does at import is reached by the tests that reach a function which names
what it defines. What a fixture of a module or session runs, or a function that keeps its result, counts for
the first test that needs it.

mutmut chooses tests by reach, too, but changes nothing outside functions and takes no sample; cosmic-ray
runs the whole suite on each mutant.
"""
