const upTo = (letter: string, last: number) =>
  Array.from({ length: last }, (_, n) => `${letter}${n + 1}`)

/**
 * Numbers of the rules in docs/safety.md: against attackers (S) and in faults (F). The titles of the tests that check a
 * rule contain its number.
 */
export const numbers = [...upTo('S', 38), ...upTo('F', 17)]

/** Numbers that have no test yet. */
export const awaited: string[] = []
