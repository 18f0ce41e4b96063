import { useMemo } from 'react'
import { useSession } from '../session/session.ts'
import { storedValue, useStored } from '../storage/stored.ts'
import type { QueueEntry } from './entry.ts'

/**
 * What screens need to know of a waiting entry. The entries themselves are in IndexedDB, which can't be read during a
 * render and whose code is loaded later.
 */
export type WaitingEntrySummary = Pick<
  QueueEntry,
  'id' | 'memberId' | 'about' | 'words' | 'on' | 'removes' | 'sets' | 'state' | 'after'
>

/** The unsent entries of all members on this device, in short. entries.ts keeps this copy up to date. */
export const waitingEntrySummaries = storedValue<readonly WaitingEntrySummary[]>(
  'waiting',
  [],
  (json) => (Array.isArray(json) ? json.filter(isLine) : undefined),
)

function isLine(value: unknown): value is WaitingEntrySummary {
  const line = value as Partial<WaitingEntrySummary> | null
  return typeof line?.id === 'number' && typeof line.about === 'string'
}

export const waitingEntriesOfMember = (memberId: number | null) =>
  memberId === null ? [] : waitingEntrySummaries.get().filter((line) => line.memberId === memberId)

/** Returns the queue's entries of the member who is logged in. */
export function useWaitingEntries(): readonly WaitingEntrySummary[] {
  const lines = useStored(waitingEntrySummaries)
  const { id } = useSession()
  return useMemo(() => lines.filter(({ memberId }) => memberId === id), [lines, id])
}

/**
 * Returns the state of a switch that its latest waiting entry sets, or the opposite if the server refused that entry.
 * Undefined if nothing waits.
 */
export function useWaitingState(about: string): boolean | undefined {
  const line = useWaitingEntries().findLast((line) => line.about === about)
  if (line?.on === undefined) return undefined
  return line.state === 'question' ? !line.on : line.on
}
