import { session, useSession } from '#platform/web/session.ts'
import { storedValue, useStored } from '#platform/web/stored.ts'
import { changeDraft, currentDraft, draftFrom, emptyDraft, type Draft } from './draft.ts'

/** The unsaved draft that was set aside when another one was started. */
const leftOff = storedValue<Draft | null>('add-yolo-left', null, (json) =>
  json ? draftFrom(json) : null,
)

const isWritten = ({ itemName, description }: Draft) =>
  itemName.trim() !== '' || description.trim() !== ''

/** Starts an empty draft. If the current one contains text, it is set aside to be continued later. */
export function startNewDraft() {
  const before = currentDraft()
  if (isWritten(before)) leftOff.set(before)
  changeDraft(emptyDraft)
}

/** Continues the draft that was set aside. If the current one contains text, it is set aside instead. */
export function continueLeftOff() {
  const left = leftOff.get()
  const before = currentDraft()
  if (isWritten(before)) leftOff.set(before)
  else leftOff.remove()
  if (left) changeDraft(left)
}

export const clearLeftOff = () => leftOff.remove()

/** Whether the draft may be offered to `id`. A device can be shared, so only its author sees a member's draft. */
const isOf = ({ by }: Draft, id: number | null) => by === null || by === id

/** Clears the draft if another member wrote it on this device. */
export function clearOthersDraft() {
  const { isLogged, id } = session()
  if (isLogged && !isOf(currentDraft(), id)) changeDraft(emptyDraft)
}

const offered = (left: Draft | null, id: number | null) => (left && isOf(left, id) ? left : null)

export const draftLeftOff = () => offered(leftOff.get(), session().id)
export const useLeftOff = () => offered(useStored(leftOff), useSession().id)
