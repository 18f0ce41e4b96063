import type { CategoryId } from '#domain/vocabulary/categories.ts'
import { singularNoun, pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import {
  callOffDeletions,
  findWaitingDeletions,
  waitingDeletionsOf,
} from '#features/yolos/waiting-deletion.ts'
import { type ApiError, asApiError, mayWorkLater } from '#platform/web/api/api.ts'
import { refusalDetails } from '#platform/web/api/refusal.ts'
import { sendOrKeep } from '#platform/web/queue/send-or-keep.ts'
import { session } from '#platform/web/session/session.ts'
import { type BroughtPlace, changePlace } from './progress.ts'
import { waitsFor } from './settle-waiting.ts'

/**
 * Saves chosen favorites, one after the other, as the wizard does. Each request has an idempotency key, so that none is
 * saved twice. Stops and returns the error if it would also occur with the other favorites. Otherwise returns null.
 * Also stops if another member has logged in meanwhile, because the rest would become theirs.
 */
export async function saveChosen(
  chosen: readonly BroughtPlace[],
  onSaved: (count: number) => void = () => {},
): Promise<ApiError | null> {
  for (const [n, one] of chosen.entries()) {
    if (one.memberId !== session().id) return null
    const error = await saveOne(one)
    if (error) return error
    onSaved(n + 1)
  }
  return null
}

async function saveOne({ id, favorite, place }: BroughtPlace): Promise<ApiError | null> {
  if (!favorite) return null
  const { restaurant, categoryId, itemName, itemId } = favorite
  try {
    await callOffDeletions(await findWaitingDeletions(favorite), itemName)
    const { kept } = await sendOrKeep(
      'POST /yolos',
      {
        placeId: restaurant.placeId,
        placeName: restaurant.name,
        placeAddress: restaurant.address,
        categoryId,
        itemId,
        itemName,
        description: place.reason,
      },
      waitsFor(favorite),
    )
    changePlace(id, { state: kept === undefined ? 'saved' : 'waits', problem: null })
  } catch (problem) {
    const error = asApiError(problem)
    const own = refusalDetails(error, 'POST /yolos', 'already_yours')?.yolo
    // It stays, although its deletion waited on this device.
    if (own) await callOffDeletions(waitingDeletionsOf(own), itemName)
    if (own && (!place.reason || place.reason === own.description))
      changePlace(id, { state: 'saved', problem: null })
    else if (own) changePlace(id, { problem: otherReviewText(own.description) })
    else if (isForAll(error)) return error
    else changePlace(id, { problem: wordsOf(error, categoryId) })
  }
  return null
}

const otherReviewText = (review: string) =>
  `It is one of your favorites already, ${review ? 'with another review' : 'without a review'}. Change that on your page, or skip it here.`

/** Returns whether an error would occur again with the next favorite. */
const isForAll = (error: ApiError) =>
  mayWorkLater(error) || error.status === 401 || error.code === 'verify_first'

function wordsOf(error: ApiError, categoryId: CategoryId): string {
  const filled = refusalDetails(error, 'POST /yolos', 'quota_filled')
  if (!filled) return Object.values(error.fields)[0] ?? error.message
  const names = filled.yolos.map(({ itemName }) => itemName).join(', ')
  return `You have three ${pluralNoun(categoryId)} already: ${names}. Take one away on your page, or leave this ${singularNoun(categoryId)}.`
}
