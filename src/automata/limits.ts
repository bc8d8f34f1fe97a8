/** The longest pattern that is read, in UTF-16 code units. */
export const MaxPatternLength = 65_536
/** How deep groups may stand inside each other. */
export const MaxGroupDepth = 128
/** The most characters that a pattern may stand for with its repetitions written out. */
export const MaxPatternSize = 20_000
/** The most states of an automaton, before it is made smaller. */
export const MaxStates = 12_000
/** The most entries of a table of transitions. */
export const MaxTransitions = 2_000_000
/** The most elementary steps that one automaton may take to make. */
export const MaxWork = 3_000_000
