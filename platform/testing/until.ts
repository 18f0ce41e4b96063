import { setTimeout as wait } from 'node:timers/promises'

const pause = 10

/**
 * Polls until `ask` returns something truthy, and returns that. Throws an error with the text `missing` after `ms`
 * milliseconds. Tests wait in no other way.
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  missing: string,
  ms = 30_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + ms
  for (;;) {
    const late = performance.now() > deadline
    const found = await ask()
    if (found) return found
    if (late) throw new Error(missing)
    await wait(pause)
  }
}

/** Sends a request again while the site is too busy for it (503), and returns the answer. */
export const untilTaken = <A extends { status: number }>(send: () => Promise<A>): Promise<A> =>
  until(
    async () => {
      const answer = await send()
      return answer.status === 503 ? null : answer
    },
    'The site stays too busy.',
    60_000,
  ) as Promise<A>
