import { session } from '#platform/web/session/session.ts'
import { storedValue } from '#platform/web/storage/stored.ts'

/** When members refused to be followed by the viewer, by the members' ids, in milliseconds since 1970. */
type RefusedFollows = { viewer: number | null; at: Readonly<Record<string, number>> }

/** Milliseconds. The other member may have changed their mind, which only another tap can tell. */
const keptFor = 24 * 60 * 60 * 1000

const none: RefusedFollows = { viewer: null, at: {} }

/**
 * The members who blocked the viewer, as far as a refused FOLLOW on this device has told: pages never tell. So the
 * button that can't work isn't there again after a reload.
 */
export const refusedFollows = storedValue<RefusedFollows>('refusedFollows', none, (json) => {
  const { viewer, at } = json as RefusedFollows
  return Number.isInteger(viewer) && typeof at === 'object' ? { viewer, at: { ...at } } : none
})

const isRecent = (at: unknown) => typeof at === 'number' && Date.now() - at < keptFor

export const isFollowRefused = (
  { viewer, at }: RefusedFollows,
  viewerId: number | null,
  userId: number,
) => viewerId !== null && viewer === viewerId && isRecent(at[userId])

export function rememberRefusedFollow(userId: number): void {
  const { id: viewerId } = session()
  const { viewer, at } = refusedFollows.get()
  // What another member of this device was refused is forgotten.
  const recent = Object.entries(viewer === viewerId ? at : {}).filter(([, time]) => isRecent(time))
  refusedFollows.set({
    viewer: viewerId,
    at: { ...Object.fromEntries(recent), [userId]: Date.now() },
  })
}
