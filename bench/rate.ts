import { fork } from 'node:child_process'
import { answered, started } from './http.ts'
import type { Load, Loaded } from './load.ts'

/** Absolute times are for a machine whose constant of 20 KB answers so often a second; elsewhere they scale. */
export const fullRate = 30_000

/** Node's own server with 20 KB, asked by another process. */
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
