import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/**
 * What `ask` sees once it sees `wanted`; else what it saw when asked two seconds from now, by when
 * everyone must have seen it (rules: freshness). However slow a busy machine answers: the moment of asking counts.
 */
export async function valueInTime<T>(ask: () => Promise<T>, wanted: T): Promise<T> {
  const due = performance.now() + 2_000
  for (;;) {
    const late = performance.now() >= due
    const seen = await ask()
    if (late || isDeepStrictEqual(seen, wanted)) return seen
    await wait(50)
  }
}
