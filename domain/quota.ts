/**
 * Maximum number of favorites per member and category (rules: quota). The database enforces it, since each favorite
 * takes one of the numbered slots.
 */
export const quota = 3

/** Returns a free slot of a member in a category, preferably `first`; undefined if all are taken. */
export const freeSlot = (
  taken: readonly (number | null)[],
  first?: number | null,
): number | undefined =>
  [...(first ? [first] : []), ...Array.from({ length: quota }, (_, at) => at + 1)].find(
    (slot) => !taken.includes(slot),
  )
