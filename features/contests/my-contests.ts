import { useEffect, useRef } from 'react'
import type { Output } from '#platform/contract/wire.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'

export type MyContest = Output<'GET /contests/mine'>[number]

/**
 * Returns the contests that concern the viewer. Returns none for visitors and if the contests can't be loaded. They are
 * loaded again whenever `page`, the data of the page that shows them, is.
 */
export function useMyContests(page?: unknown): MyContest[] {
  const { isLogged } = useSession()
  const { data = [], retry } = useLoadOnChange('GET /contests/mine', isLogged ? {} : null)
  const loadedFor = useRef(page)
  useEffect(() => {
    if (loadedFor.current === page) return
    loadedFor.current = page
    retry()
  }, [page, retry])
  return data
}

/** `photo` if only the photo is removed; `category` if the favorite moves there. */
type Change = { yoloId: number; photo?: boolean; category?: number | null }

/** Returns a sentence that says how many entries in open contests go with a favorite, or null if none do. */
export function useLostEntriesText({ yoloId, photo = false, category = null }: Change) {
  const lost = useMyContests().flatMap(({ state, title, categories, byYolo }) => {
    const entries = byYolo.find((one) => one.yoloId === yoloId)?.entries ?? 0
    const stays = category !== null && (categories.length === 0 || categories.includes(category))
    const count = stays ? 0 : entries - Number(photo)
    return state === 'open' && count > 0 ? [{ count, title }] : []
  })
  if (lost.length === 0) return null
  const each = lost.map(
    ({ count, title }) => `${countWithNoun(count, 'entry', 'entries')} in ${title}`,
  )
  const isOne = lost.length === 1 && lost[0]!.count === 1
  return `Its ${each.join(' and ')} ${isOne ? 'goes' : 'go'} too.`
}
