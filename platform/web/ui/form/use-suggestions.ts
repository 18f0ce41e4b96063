import { useEffect, useRef, useState } from 'react'

/** Fetches suggestions. A result without `data` means that fetching failed, because of `error`. */
export type LoadSuggestions<Item> = (
  query: string,
) => Promise<{ data?: readonly Item[]; error?: unknown }>

export type Suggestions<Item> = {
  /** The previous suggestions remain while new ones load, if the new query begins with the previous one. */
  items: readonly Item[]
  state: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why fetching failed. */
  error?: unknown
}

type Answer<Item> = {
  query: string | null
  items: readonly Item[]
  failed: boolean
  error?: unknown
}

const pause = 180

/** Fetches suggestions after a pause in typing. Outdated results are ignored. */
export function useSuggestions<Item>(
  query: string | null,
  load: LoadSuggestions<Item>,
): Suggestions<Item> {
  const [answer, setAnswer] = useState<Answer<Item>>({ query: null, items: [], failed: false })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    if (query === null) return undefined
    let overtaken = false
    const ask = async () => {
      const { data, error } = await latest.current(query)
      if (!overtaken) setAnswer({ query, items: data ?? [], failed: !data, error })
    }
    const timer = setTimeout(() => void ask(), pause)
    return () => {
      clearTimeout(timer)
      overtaken = true
    }
  }, [query])
  if (query === null) return { items: [], state: 'idle' }
  if (answer.query !== query)
    return { items: goesOn(answer.query, query) ? answer.items : [], state: 'loading' }
  return { items: answer.items, state: answer.failed ? 'failed' : 'ready', error: answer.error }
}

const goesOn = (from: string | null, query: string) =>
  Boolean(from) && query.toLowerCase().startsWith(from!.toLowerCase())
