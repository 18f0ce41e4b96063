/** Favourites that a member keeps in a category (rules: quota). The database holds it: one row for each slot. */
export const quota = 3

/** The free one of a member's slots in a category, `first` where that is free; undefined where none is. */
export const freeSlot = (
  taken: readonly (number | null)[],
  first?: number | null,
): number | undefined =>
  [...(first ? [first] : []), ...Array.from({ length: quota }, (_, at) => at + 1)].find(
    (slot) => !taken.includes(slot),
  )
