import { useEffect, useState } from 'react'

/** Milliseconds after the last typed letter until the server is asked. */
const typingPause = 250

export type Order = { sort: string; desc: boolean }
export type TableQuery = ReturnType<typeof useTableQuery>

/** What the rows of a table are filtered and sorted by, and the input by which the server is asked for it. */
export function useTableQuery() {
  const [order, setOrder] = useState<Order | null>(null)
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setQ(typed.trim()), typingPause)
    return () => clearTimeout(pause)
  }, [typed])
  return {
    /** The content of the filter field. */
    typed,
    setTyped,
    /** The text to filter by, which follows what is typed after a pause. */
    q,
    order,
    sort: setOrder,
    choices,
    choose: (id: string, value: string) =>
      setChoices((before) => {
        const chosen = Object.entries({ ...before, [id]: value })
        return Object.fromEntries(chosen.filter(([, one]) => one !== ''))
      }),
    filters: q !== '' || Object.keys(choices).length > 0,
    input: {
      ...choices,
      ...(q && { q }),
      ...(order && { sort: order.sort, order: order.desc ? 'desc' : 'asc' }),
    },
  }
}
