/** Maximum number of matching rows that a list counts. If there are more, `matching` is one more. */
export const maxCountedRows = 10_000
