const upTo = (letter: string, last: number) =>
  Array.from({ length: last }, (_, n) => `${letter}${n + 1}`)

/** What must hold against attackers (S) and in faults (F); each stands in the title of the tests that show it. */
export const numbers = [...upTo('S', 38), ...upTo('F', 16)]

/** Numbers that have no test yet. */
export const awaited: string[] = []
