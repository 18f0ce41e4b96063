import { useRef, useState } from 'react'
import type { RefusalDetails } from '#platform/contract/wire.ts'
import { api, type ApiError, asApiError, refusalDetails } from '#platform/web/api/api.ts'
import { useForgetOnLogIn } from '#platform/web/api/use-call.ts'
import { changeDraft, currentDraft, fittingTags, type Draft } from './draft.ts'

export type ExistingYolo = RefusalDetails<'POST /yolos', 'quota_filled'>['yolos'][number]
type State = { busy: boolean; error: ApiError | null; filled: ExistingYolo[] | null }

/**
 * Saves the draft, one request at a time. `filled` is the full category's three favorites, once the server has refused
 * a fourth. What is entered stays in the draft if it fails.
 */
export function useSave() {
  const [state, setState] = useState<State>({ busy: false, error: null, filled: null })
  const underWay = useRef(false)

  /** Saves the draft, in the place of the favorite `out` if it is given. Returns whether it is saved. */
  async function save(out: ExistingYolo | null): Promise<boolean> {
    if (underWay.current) return false
    underWay.current = true
    setState((before) => ({ ...before, busy: true, error: null }))
    let error: ApiError | null = null
    try {
      const draft = currentDraft()
      const answer = await (out
        ? api('POST /yolos/swap', { ...inputOf(draft), outId: out.id })
        : api('POST /yolos', inputOf(draft)))
      const { id, itemName, restaurantName, citySlug } = answer
      changeDraft({ saved: { id, itemName, restaurantName, citySlug } })
      return true
    } catch (problem) {
      error = asApiError(problem)
      return false
    } finally {
      underWay.current = false
      const filled = refusalDetails(error, 'POST /yolos', 'quota_filled')?.yolos
      setState((before) => ({ busy: false, error, filled: filled ?? before.filled }))
    }
  }
  const forget = () => setState((before) => ({ ...before, error: null }))
  useForgetOnLogIn(state.error, forget)
  return { ...state, save, forget }
}

function inputOf(draft: Draft) {
  const { restaurant, categoryId, itemId, itemName, description, userName } = draft
  return {
    placeId: restaurant?.placeId,
    placeName: restaurant?.name,
    placeAddress: restaurant?.address,
    categoryId: categoryId ?? 0,
    itemId,
    itemName,
    description,
    tags: fittingTags(draft),
    ...(userName.trim() && { userName }),
  }
}
