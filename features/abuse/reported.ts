import { useSyncExternalStore } from 'react'
import { session, useSession } from '#platform/web/session/session.ts'
import type { AbuseKind } from './limits.ts'

/**
 * What the viewer has reported since the page was loaded. Data that was loaded before doesn't include these changes.
 * `of`: true for a thing that they have reported, false if they have taken their report of it back (see `keyOf`).
 * `undone`: a number that increases whenever a report is taken back.
 */
type LocalReports = { of: ReadonlyMap<string, boolean>; undone: number }

const nothing: LocalReports = { of: new Map(), undone: 0 }
let local = nothing
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const useLocalReports = () =>
  useSyncExternalStore(
    subscribe,
    () => local,
    () => nothing,
  )

const keyOf = (viewer: number | null, kind: AbuseKind, id: number) => `${viewer} ${kind} ${id}`

export function setLocalReport(kind: AbuseKind, id: number, reported: boolean) {
  const key = keyOf(session().id, kind, id)
  local = {
    of: new Map(local.of).set(key, reported),
    undone: local.undone + (reported ? 0 : 1),
  }
  for (const listener of listeners) listener()
}

/**
 * Returns a number that increases with every report that is taken back, so that data loaded without the thing is
 * fetched again.
 */
export const useWithdrawnReportCount = () => useLocalReports().undone

/** Returns whether the viewer has reported this; `loaded` is what the server said about it. */
export function useReported(kind: AbuseKind, id: number, loaded: boolean): boolean {
  const { of } = useLocalReports()
  const { id: viewer } = useSession()
  return of.get(keyOf(viewer, kind, id)) ?? loaded
}

type ReportableCard = {
  yolos: { id: number; userId: number; description: string; image: string | null }[]
  photo: { yoloId: number; userId: number } | null
  reported: { kind: 'text' | 'photo'; yoloId: number }[]
}

/**
 * Returns the card with the viewer's latest reports applied: reported texts, photos and members are left out, and
 * `reported` is brought up to date.
 */
export function useCardWithoutReported<C extends ReportableCard>(card: C): C {
  const { of } = useLocalReports()
  const { id: viewer } = useSession()
  if (of.size === 0) return card
  const now = (kind: AbuseKind, id: number) => of.get(keyOf(viewer, kind, id))
  const { photo } = card
  const fresh = [
    ...card.yolos.map(({ id }) => ({ kind: 'text' as const, yoloId: id })),
    ...[photo?.yoloId, ...card.yolos.map(({ id }) => id)]
      .filter((id) => id !== undefined)
      .map((yoloId) => ({ kind: 'photo' as const, yoloId })),
  ].filter(({ kind, yoloId }) => now(kind, yoloId))
  const reported = [
    ...card.reported.filter(({ kind, yoloId }) => now(kind, yoloId) !== false),
    ...fresh,
  ].filter(
    (one, index, all) =>
      all.findIndex(({ kind, yoloId }) => kind === one.kind && yoloId === one.yoloId) === index,
  )
  return {
    ...card,
    reported,
    yolos: card.yolos
      .filter(({ userId }) => !now('member', userId))
      .map((yolo) => ({
        ...yolo,
        ...(now('text', yolo.id) ? { description: '' } : {}),
        ...(now('photo', yolo.id) ? { image: null } : {}),
      })),
    photo: photo && !now('photo', photo.yoloId) && !now('member', photo.userId) ? photo : null,
  }
}
