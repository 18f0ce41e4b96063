import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/**
 * Polls `ask` until it returns `wanted`, and returns that. After seven seconds, returns whatever a final request returns,
 * because by then everyone must see a change (rules: freshness). A slow response on a busy machine doesn't matter: only
 * the time at which a request starts counts.
 */
export async function valueInTime<T>(ask: () => Promise<T>, wanted: T): Promise<T> {
  const due = performance.now() + 7_000
  for (;;) {
    const late = performance.now() >= due
    const seen = await ask()
    if (late || isDeepStrictEqual(seen, wanted)) return seen
    await wait(50)
  }
}
