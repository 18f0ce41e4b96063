import { useEffect, useRef, useState } from 'react'

export type Load<Item> = (query: string, signal: AbortSignal) => Promise<readonly Item[]>

export type Suggestions<Item> = {
  /** What the items answer; the former ones stay while the next are on their way. */
  items: readonly Item[]
  state: 'idle' | 'loading' | 'ready' | 'failed'
}

type Answer<Item> = { query: string | null; items: readonly Item[]; failed: boolean }

const pause = 180

/** Asks once one has stopped typing; an answer that was overtaken is dropped. */
export function useSuggestions<Item>(query: string | null, load: Load<Item>): Suggestions<Item> {
  const [answer, setAnswer] = useState<Answer<Item>>({ query: null, items: [], failed: false })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    if (query === null) return undefined
    const stop = new AbortController()
    const settle = (items: readonly Item[], failed: boolean) => {
      if (!stop.signal.aborted) setAnswer({ query, items, failed })
    }
    const ask = async () => {
      try {
        settle(await latest.current(query, stop.signal), false)
      } catch {
        settle([], true)
      }
    }
    const timer = setTimeout(() => void ask(), pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query])
  if (query === null) return { items: [], state: 'idle' }
  if (answer.query !== query) return { items: answer.items, state: 'loading' }
  return { items: answer.items, state: answer.failed ? 'failed' : 'ready' }
}
