import { changedElsewhere } from '#platform/contract/changed-elsewhere.ts'

type Values = Record<string, string | number[] | undefined>

type Edit<V extends Values> = {
  /** What the caller's page showed; what it leaves out isn't compared. */
  expected: Partial<V> | undefined
  /** What stands, read under a lock. */
  now: V
  /** What the call sets. */
  wanted: Partial<V>
  /** What stands, in words. */
  inWords?: (now: V) => string
}

const sorted = (ids: number[]) => ids.toSorted((one, other) => one - other).join()

const same = (one: Values[string], other: Values[string]) =>
  Array.isArray(one) && Array.isArray(other) ? sorted(one) === sorted(other) : one === other

/** Throws if something would be replaced that the page of the edit didn't show, unless it is what is wanted. */
export function refuseUnseen<V extends Values>({ expected, now, wanted, inWords }: Edit<V>): void {
  const unseen = Object.keys(expected ?? {}).filter(
    (key) =>
      expected?.[key] !== undefined &&
      wanted[key] !== undefined &&
      !same(expected[key], now[key]) &&
      !same(wanted[key], now[key]),
  )
  if (unseen.length === 0) return
  const values = unseen.map((key) => now[key]).filter((value) => value?.length)
  const words =
    values.length > 0 ? (inWords?.(now) ?? `“${values.join('”, “')}”`) : 'it’s empty now.'
  throw changedElsewhere({
    message: `Changed elsewhere meanwhile: ${words}`,
    now: Object.fromEntries(unseen.map((key) => [key, now[key]])),
  })
}
