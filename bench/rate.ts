import { fork } from 'node:child_process'
import { answered, started } from './http.ts'
import type { Load, Loaded } from './load.ts'

/**
 * Responses per second of the constant server with 20 KB on the reference machine. Limits of absolute times are for
 * that machine; on others, measured times are scaled by this rate.
 */
export const fullRate = 30_000

/** Starts Node's own HTTP server with responses of 20 KB, and a process that measures its rate. */
export async function constant() {
  const [server, load] = ['constant.ts', 'load.ts'].map((file) =>
    fork(new URL(file, import.meta.url)),
  )
  const url = await started(server!)
  await answered(server!, { bytes: 20_000 })
  return {
    url,
    async rate() {
      const asked: Load = {
        url,
        figure: 'listing_same',
        items: 1,
        tokens: [],
        seed: 1,
        connections: 8,
        seconds: 2,
      }
      return (await answered<Loaded>(load!, asked)).perSecond
    },
    close() {
      server!.kill()
      load!.kill()
    },
  }
}
