import { session, useSession } from '#platform/web/session/session.ts'
import { storedValue, useStored } from '#platform/web/storage/stored.ts'
import {
  beginDraft,
  currentDraft,
  draftFrom,
  emptyDraft,
  fittingTags,
  isSameFavorite,
  type Draft,
} from './draft.ts'
import { keepPhoto, loadKeptPhoto } from '#features/photos/sending/kept-photo.ts'
import { forgetPhotoOf } from './photo-of-draft.ts'

/** How many drafts are kept of each member and of visitors, and how many in all. */
const [kept, keptInAll] = [3, 30]

/** The unsaved drafts that were set aside when another one was started, the latest first. */
const leftOff = storedValue<readonly Draft[]>('add-yolo-left', [], (json) =>
  (Array.isArray(json) ? json : [json]).filter(Boolean).map(draftFrom),
)

/**
 * Keeps these drafts, the latest first, as far as there is room, and forgets the photos of the others. The oldest go, of
 * those that a link filled in, then of those that only name a dish. A device's other members take no room from a member.
 */
function keepLatest(drafts: readonly Draft[]) {
  const ranked = drafts.toSorted((a, b) => worthOf(b) - worthOf(a))
  const hasRoom = ({ by }: Draft, index: number) =>
    ranked.slice(0, index).filter((before) => before.by === by).length < kept
  const staying = ranked.filter(hasRoom).slice(0, keptInAll)
  leftOff.set(drafts.filter((draft) => staying.includes(draft)))
  for (const draft of drafts) if (!staying.includes(draft)) void forgetPhotoOf(draft)
}

/**
 * Whether the draft contains the typed name of a missing restaurant that isn't added yet. A name that another app
 * shared or that the search found doesn't count.
 */
const namesMissing = ({ restaurant, missing, wanted }: Draft) =>
  !restaurant && missing.placeId === '' && missing.name.trim() !== wanted.trim()

/** Whether the draft contains nothing beyond the name of a dish, its restaurant and its category. */
export const isOnlyNamed = (draft: Draft) =>
  draft.photo === null &&
  fittingTags(draft).length === 0 &&
  draft.description.trim() === '' &&
  !namesMissing(draft)

/** Whether the draft contains something that isn't found again: a photo, tags or words, but not a dish that exists. */
const hasOwn = (draft: Draft) =>
  !isOnlyNamed(draft) || (draft.itemId === null && draft.itemName.trim() !== '')

/** The more worth, the longer a draft is kept. */
const worthOf = (draft: Draft) => Number(hasOwn(draft)) + Number(!isOnlyNamed(draft))

const isUnfinished = (draft: Draft) =>
  draft.saved === null && (hasOwn(draft) || draft.itemId !== null)

/** Sets the current draft aside if it is unfinished, and removes `taken` from the drafts that are set aside. */
function setAside(taken: Draft | null) {
  const before = currentDraft()
  const others = leftOff.get().filter((one) => one !== taken)
  const aside = isUnfinished(before) ? [before] : []
  if (aside.length === 0) void forgetPhotoOf(before)
  keepLatest([...aside, ...others])
}

/** Removes what was set aside while it was being saved, and is saved by now. Its photo stays. */
export const forgetSavedDraft = (saved: Draft) =>
  leftOff.set(
    leftOff.get().filter((one) => one.photo !== saved.photo || !isSameFavorite(one, saved)),
  )

/** Starts an empty draft. If the current one is unfinished, it is set aside to be continued later. */
export function startNewDraft() {
  setAside(null)
  beginDraft(emptyDraft)
}

/** Continues a draft that was set aside. If the current one is unfinished, it is set aside instead. */
export function resumeDraft(left: Draft) {
  setAside(left)
  beginDraft(left)
}

/** Removes a draft that was set aside. Returns a function that brings it back, with its photo. */
export function discardUnfinishedDraft(left: Draft): () => Promise<void> {
  leftOff.set(leftOff.get().filter((one) => one !== left))
  const forgotten = takePhotoOf(left)
  return async () => {
    const jpeg = await forgotten
    const photo = jpeg ? await keepPhoto(jpeg) : null
    keepLatest([{ ...left, photo, sharesPhoto: false }, ...leftOff.get()])
  }
}

/**
 * Forgets which photos the drafts that are set aside had, if the device no longer keeps them, for example since a
 * log-out, and the drafts that were nothing else.
 */
export async function forgetLostPhotos(): Promise<void> {
  const photos = leftOff.get().flatMap(({ photo }) => photo ?? [])
  const found = await Promise.all(photos.map(loadKeptPhoto))
  const lost = photos.filter((_, index) => found[index] === null)
  if (lost.length === 0) return
  const isLost = ({ photo }: Draft) => photo !== null && lost.includes(photo)
  const drafts = leftOff.get().map((draft) => (isLost(draft) ? { ...draft, photo: null } : draft))
  leftOff.set(drafts.filter(isUnfinished))
}

async function takePhotoOf(draft: Draft): Promise<Blob | null> {
  const jpeg = draft.photo === null ? null : await loadKeptPhoto(draft.photo)
  await forgetPhotoOf(draft)
  return jpeg
}

/**
 * Whether the draft may be offered to `id`. A device can be shared, so a member's draft is offered only to that member,
 * but a visitor's to anyone.
 */
const isOf = ({ by }: Draft, id: number | null) => by === null || by === id

/**
 * Starts an empty draft if a member wrote the current one on this device and isn't logged in, who finds it set aside.
 * Returns whether there is something for them to find.
 */
export function setOthersDraftAside(): boolean {
  const before = currentDraft()
  if (isOf(before, session().id)) return false
  startNewDraft()
  return isUnfinished(before)
}

export const unfinishedDrafts = () => leftOff.get().filter((left) => isOf(left, session().id))

export function useUnfinishedDrafts() {
  const { id } = useSession()
  return useStored(leftOff).filter((left) => isOf(left, id))
}
