/**
 * Returns whether the texts differ by at most `max` letters that were added, left out, changed or swapped with a
 * neighbor (optimal string alignment). Only cells at most `max` away from the table's diagonal are computed, so that
 * long texts are fast.
 */
export function isWithinEditDistance(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false
  const far = max + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => Math.min(j, far))
  for (let i = 1; i <= a.length; i++) {
    const row: number[] = []
    if (i <= max) row[0] = i
    for (let j = Math.max(1, i - max); j <= Math.min(b.length, i + max); j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min(
        (last[j] ?? far) + 1,
        (row[j - 1] ?? far) + 1,
        (last[j - 1] ?? far) + change,
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? far) + 1)
      row[j] = cost
    }
    before = last
    last = row
  }
  return (last[b.length] ?? far) <= max
}
