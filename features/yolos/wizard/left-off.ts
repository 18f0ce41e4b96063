import { session, useSession } from '#platform/web/session.ts'
import { stored, useStored } from '#platform/web/stored.ts'
import { changeDraft, draft, draftFrom, emptyDraft, type Draft } from './draft.ts'

/** What was begun and not saved when something else was begun. */
const leftOff = stored<Draft | null>('add-yolo-left', null, (json) =>
  json ? draftFrom(json) : null,
)

const isWritten = ({ itemName, description }: Draft) =>
  itemName.trim() !== '' || description.trim() !== ''

/** A new start is empty: what was written for another favorite is laid aside, not said of this one. */
export function startNewDraft() {
  const before = draft()
  if (isWritten(before)) leftOff.set(before)
  changeDraft(emptyDraft)
}

/** Takes up again what was left; what had been begun meanwhile waits in its place. */
export function continueLeftOff() {
  const left = leftOff.get()
  const before = draft()
  if (isWritten(before)) leftOff.set(before)
  else leftOff.remove()
  if (left) changeDraft(left)
}

export const forgetLeftOff = () => leftOff.remove()

/** A device is shared: what a member wrote is offered to nobody else. */
const isOf = ({ by }: Draft, id: number | null) => by === null || by === id

/** The draft of a member who has logged out is not the next one's. */
export function forgetAnothers() {
  const { isLogged, id } = session()
  if (isLogged && !isOf(draft(), id)) changeDraft(emptyDraft)
}

const offered = (left: Draft | null, id: number | null) => (left && isOf(left, id) ? left : null)

export const draftLeftOff = () => offered(leftOff.get(), session().id)
export const useLeftOff = () => offered(useStored(leftOff), useSession().id)
