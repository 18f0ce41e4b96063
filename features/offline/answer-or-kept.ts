import type { ApiError } from '#platform/web/api/api.ts'
import { isUnreachable } from '#platform/web/queue/unreachable.ts'

type Answer<T> = { data?: T; error: ApiError | null }

/** Milliseconds to wait for the server. The service worker waits just as long (`networkTimeoutSeconds`). */
const patience = 3_000

/** Returns a call's answer, or null if the server is slow. */
export const answerInTime = <T>(call: Promise<T>): Promise<T | null> =>
  Promise.race([call, new Promise<null>((resolve) => setTimeout(() => resolve(null), patience))])

/**
 * Returns a call's answer or, if the server can't be reached or is slow, what this device keeps instead. If the server
 * is only slow and this device keeps nothing, the answer is awaited.
 */
export async function answerOrKept<T>(
  call: Promise<Answer<T[]>>,
  kept: () => Promise<T[]>,
): Promise<Answer<T[]> & { fromDevice: boolean }> {
  const answer = await answerInTime(call)
  if (answer && !isUnreachable(answer.error)) return { ...answer, fromDevice: false }
  const data = await kept()
  if (answer || data.length > 0) return { data, error: null, fromDevice: true }
  const late = await call
  return isUnreachable(late.error)
    ? { data, error: null, fromDevice: true }
    : { ...late, fromDevice: false }
}
