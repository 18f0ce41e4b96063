import { useMemo, useState } from 'react'

/** Rows stay where they were first seen when they are fetched again: nothing moves under one's hand. New ones are last. */
export function useSteadyOrder<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(new Map())
  const unknown = rows?.filter(({ id }) => !places.has(id)) ?? []
  if (unknown.length > 0) {
    const fresh = [...new Set(unknown.map(({ id }) => id))]
    setPlaces(new Map([...places, ...fresh.map((id, n) => [id, places.size + n] as const)]))
  }
  return useMemo(() => {
    if (!rows) return undefined
    const once = new Map(rows.map((row) => [row.id, row]))
    return [...once.values()].sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
  }, [rows, places])
}
