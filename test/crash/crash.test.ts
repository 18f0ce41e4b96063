import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { byUrl, embedded } from './crash-servers.ts'
import { crashRounds, prepareWorld, type Acknowledged } from './crash.ts'

it.each([
  ['its own PostgreSQL', embedded],
  ['the PostgreSQL of DATABASE_URL', byUrl],
])(
  'F1 keeps every acknowledged write through kill -9 of the site and of %s',
  { timeout: 240_000 },
  async (_which, make) => {
    const folder = await mkdtemp(join(tmpdir(), 'yolo-crashes-'))
    const server = await make(folder)
    try {
      const world = await prepareWorld(server)
      const kept: Acknowledged = { yolos: [], votes: [] }
      const rounds = 3
      expect(await crashRounds(server, world, rounds, kept)).toEqual(
        Array.from({ length: rounds }, () => ({ lost: [], broken: [] })),
      )
      expect(kept.yolos.length).toBeGreaterThan(10)
      expect(kept.votes.length).toBeGreaterThan(10)
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  },
)
