import { useEffect, useState } from 'react'

/** Milliseconds between the last typed letter and the request. */
const typingPause = 250

export type TableOrder = { sort: string; desc: boolean }
export type TableQuery = ReturnType<typeof useTableQuery>

/** The filters and the order of a table. `input` is the part of the call's input that requests them from the server. */
export function useTableQuery() {
  const [order, setOrder] = useState<TableOrder | null>(null)
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
    /** The text to filter by: what was typed, once the user pauses. */
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
