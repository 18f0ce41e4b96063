/** Both ends are in it. */
export type Range = { from: number; to: number }

/** What a Range header asks for of so many bytes: null for all of it, 'none' where there is nothing of it. */
export function rangeOf(header: string | undefined, size: number): Range | null | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  // Several ranges, other units: as if nothing had been asked (RFC 9110, 14.2).
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return null
  return from >= size ? 'none' : { from, to }
}
