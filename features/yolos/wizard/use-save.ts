import { useRef, useState } from 'react'
import type { Output } from '#platform/contract/wire.ts'
import { type ApiError, asApiError } from '#platform/web/api/api.ts'
import { useForgetOnLogIn } from '#platform/web/api/use-forget-on-log-in.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { haveSame } from '#platform/web/queue/have-same.ts'
import { loadQueue, sendOrKeep } from '#platform/web/queue/send-or-keep.ts'
import { session } from '#platform/web/session/session.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useUnsaved } from '#platform/web/unsaved.ts'
import {
  findWaitingDeletions,
  useCallOffDeletions,
  waitingDeletionsOf,
} from '../waiting-deletion.ts'
import { describeWaitingSave, doneIfSaved } from '../waits.ts'
import { changeDraft, currentDraft, fittingTags, type Draft, type SavedYolo } from './draft.ts'
import type { ExistingYolo } from './quota-filled.tsx'
import { endSavedElsewhere, isShown, useReloadElsewhere } from './saved-elsewhere.ts'

type State = { busy: boolean; error: ApiError | null; standing: ExistingYolo[] | null }

/**
 * Saves the draft, one request at a time. If the server can't be reached, the favorite waits on this device to be sent
 * later. If it can't be kept there and only the response was lost, the server refuses the next attempt, because the
 * favorite already exists. That counts as saved if it has the draft's review and no photo.
 */
export function useSave(onRefused?: (error: ApiError) => void) {
  const [state, setState] = useState<State>({ busy: false, error: null, standing: null })
  const underWay = useRef(false)
  const toast = useToast()
  const reloadElsewhere = useReloadElsewhere()
  const callOff = useCallOffDeletions()

  /**
   * Returns the favorite because of which a save was refused, if an attempt that was `sent` before saved the draft. It
   * stays, though its deletion waited: what was typed is a dish that this device doesn't keep.
   */
  async function savedBefore(error: ApiError, draft: Draft, sent: boolean) {
    const yolo = refusalDetails(error, 'POST /yolos', 'already_yours')?.yolo
    if (!yolo) return null
    await callOff(waitingDeletionsOf(yolo), yolo.itemName)
    return sent && haveSame(doneIfSaved.same, payload(draft), yolo) ? yolo : null
  }

  /** Saves the draft, replacing the favorite `out` if given. Returns null on failure. */
  async function save(out?: ExistingYolo): Promise<SavedYolo | null> {
    if (underWay.current) return null
    underWay.current = true
    setState(({ standing }) => ({
      busy: true,
      error: null,
      standing: out ? standing : null,
    }))
    const { sent } = currentDraft()
    changeDraft({ sent: true })
    // Steps may change it before the answer.
    const draft = currentDraft()
    let error: ApiError | null = null
    const done = (saved: SavedYolo) => {
      if (isShown(draft)) {
        changeDraft({ saved })
        return saved
      }
      endSavedElsewhere(draft, saved)
      if (saved.waits === undefined) toast({ text: `${saved.itemName} is saved.`, tone: 'good' })
      reloadElsewhere()
      return null
    }
    try {
      await callOff(await findWaitingDeletions(draft), draft.itemName.trim())
      const { answer, kept, replaced } = await (out ? swap(draft, out) : send(draft))
      return done(savedOf(draft, { ...answer, replaced }, kept))
    } catch (problem) {
      error = asApiError(problem)
      const yolo = await savedBefore(error, draft, sent)
      if (yolo) {
        error = null
        // A swap that is refused replaces nothing, but one that was sent before may have.
        return done(savedOf(draft, { ...yolo, replaced: sent ? out : undefined }))
      }
      if (!isShown(draft))
        toast({ text: `${draft.itemName} isn’t saved: ${error.message}`, tone: 'bad' })
      // After a refusal (4xx) nothing was saved, so `sent` is set back.
      else if (error.status >= 400 && error.status < 500) changeDraft({ sent })
      return null
    } finally {
      underWay.current = false
      const filled = refusalDetails(error, 'POST /yolos', 'quota_filled')?.yolos
      setState(({ standing }) => ({ busy: false, error, standing: filled ?? standing }))
      if (error && isShown(draft)) onRefused?.(error)
    }
  }
  // Holds a session that ends meanwhile, so that its member logs in here and goes on.
  useUnsaved(() => state.busy)
  const forget = () => setState((before) => ({ ...before, error: null }))
  useForgetOnLogIn(state.error, forget)
  return { ...state, save, forget }
}

const send = async (draft: Draft) => ({
  ...(await sendOrKeep('POST /yolos', payload(draft), waits(draft))),
  replaced: undefined,
})

/**
 * Swaps two favorites. If the old one no longer exists, sends a plain save instead: after a swap whose response was
 * lost, the server refuses it as already saved; after a deletion in another tab, it takes the free slot.
 */
async function swap(draft: Draft, replaced: ExistingYolo) {
  if (waitingDeletionsOf(replaced).length > 0) return keepBehindDeletion(draft)
  try {
    const swapped = { ...payload(draft), outId: replaced.id }
    return { ...(await sendOrKeep('POST /yolos/swap', swapped, waits(draft))), replaced }
  } catch (problem) {
    if (refusalDetails(problem, 'POST /yolos/swap', 'yolo_not_found')) return send(draft)
    throw problem
  }
}

/**
 * Keeps the favorite on this device behind a deletion that waits there and makes room for it, and has both sent at once
 * if there is a network. Nothing is awaited, because other things that wait may take minutes.
 */
async function keepBehindDeletion(draft: Draft) {
  const { id: memberId } = session()
  const { replaces, ...write } = waits(draft)
  const { addToQueue, sendEntryAtOnce } = await loadQueue()
  const save = { route: 'POST /yolos', input: payload(draft), ...write } as const
  const kept = await addToQueue(save, { memberId }, replaces)
  void sendEntryAtOnce(kept)
  return { answer: undefined, kept, replaced: undefined }
}

function payload(draft: Draft) {
  const { restaurant, categoryId, itemId, itemName, description, userName } = draft
  return {
    placeId: restaurant?.placeId,
    placeName: restaurant?.name,
    placeAddress: restaurant?.address,
    categoryId: categoryId ?? 0,
    itemId,
    itemName,
    ...(itemId !== null && { expectedName: itemName }),
    description,
    tags: fittingTags(draft),
    ...(userName.trim() ? { userName } : {}),
  }
}

function waits({ itemName, restaurant, categoryId, waitingId }: Draft) {
  const { placeId = '', name = '' } = restaurant ?? {}
  return {
    ...describeWaitingSave(
      { placeId, categoryId: categoryId ?? 0, itemName: itemName.trim() },
      name,
    ),
    ...(waitingId === null ? {} : { replaces: waitingId }),
  }
}

type Answer = Partial<
  Omit<SavedYolo, 'replaced'> & Pick<Output<'POST /yolos'>, 'voteWithdrawn' | 'upvoteCount'>
> & {
  replaced?: ExistingYolo | undefined
}

function savedOf(draft: Draft, yolo: Answer, kept?: number): SavedYolo {
  const { description } = draft
  const tags = fittingTags(draft)
  return {
    id: yolo.id ?? 0,
    ...dishOf(draft, yolo),
    citySlug: yolo.citySlug ?? '',
    ...(description.trim() && { description: description.trim() }),
    ...(tags.length > 0 && { tags }),
    ...(kept !== undefined && { waits: kept }),
    ...(yolo.replaced && { replaced: { id: yolo.replaced.id, itemName: yolo.replaced.itemName } }),
    ...(yolo.voteWithdrawn && { withdrawnFrom: yolo.upvoteCount }),
    ...(yolo.unconfirmed && { unconfirmed: true }),
  }
}

const dishOf = ({ itemId, itemName, categoryId, restaurant }: Draft, yolo: Answer) => ({
  itemId: yolo.itemId ?? itemId,
  itemName: yolo.itemName ?? itemName,
  categoryId: categoryId ?? 0,
  restaurantName: yolo.restaurantName ?? restaurant?.name ?? '',
})
