import { useMemo } from 'react'
import { useSession } from '../session.ts'
import { storedValue, useStored } from '../stored.ts'
import type { Entry } from './entry.ts'

/**
 * What screens need to know of a waiting entry. The entries themselves are in IndexedDB, which can't be read during a
 * render and whose code is loaded later.
 */
export type WaitingLine = Pick<Entry, 'id' | 'memberId' | 'about' | 'words' | 'on' | 'state'>

/** A copy of the queue of all members on this device, kept by `queue.ts`. */
export const waitingLines = storedValue<readonly WaitingLine[]>('waiting', [], (json) =>
  Array.isArray(json) ? json.filter(isLine) : undefined,
)

function isLine(value: unknown): value is WaitingLine {
  const line = value as Partial<WaitingLine> | null
  return typeof line?.id === 'number' && typeof line.about === 'string'
}

export const linesOf = (memberId: number | null) =>
  memberId === null ? [] : waitingLines.get().filter((line) => line.memberId === memberId)

/** Returns what waits for the member who is logged in. */
export function useWaitingLines(): readonly WaitingLine[] {
  const lines = useStored(waitingLines)
  const { id } = useSession()
  return useMemo(() => lines.filter(({ memberId }) => memberId === id), [lines, id])
}

/**
 * Returns the state of a switch that its latest waiting entry sets, or the opposite if the server refused that entry.
 * Undefined if nothing waits.
 */
export function useWaitingState(about: string): boolean | undefined {
  const line = useWaitingLines().findLast((line) => line.about === about)
  if (line?.on === undefined) return undefined
  return line.state === 'question' ? !line.on : line.on
}
