/** Returns whether at most `max` letters were added, left out, changed or swapped with a neighbor. */
export function isWithinEditDistance(a: string, b: string, max: number): boolean {
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  const [one, other] = [a.slice(same), b.slice(same)]
  if (one === other) return true
  if (max === 0) return false
  const isSwapped = one[0] === other[1] && one[1] === other[0]
  return (
    isWithinEditDistance(one.slice(1), other.slice(1), max - 1) ||
    isWithinEditDistance(one.slice(1), other, max - 1) ||
    isWithinEditDistance(one, other.slice(1), max - 1) ||
    (isSwapped && isWithinEditDistance(one.slice(2), other.slice(2), max - 1))
  )
}
