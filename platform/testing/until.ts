import { setTimeout as wait } from 'node:timers/promises'

/** Polls until there is an answer, and returns it: the one way in which tests wait. */
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
    await wait(10)
  }
}
