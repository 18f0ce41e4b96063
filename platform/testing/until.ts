import { setTimeout as wait } from 'node:timers/promises'

/** Asks until it is told something, and gives that. The one pause of the tests: what is waited for ends it. */
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
