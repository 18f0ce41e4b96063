import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { embedded } from './crash-servers.ts'
import { crashRounds, prepareWorld, type Acknowledged } from './crash.ts'

// crash.long.ts runs more rounds, also with the PostgreSQL of DATABASE_URL.
it(
  'F1 keeps every acknowledged write through kill -9 of the site and of its own PostgreSQL',
  { timeout: 240_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'yolo-crashes-'))
    const server = embedded(folder)
    try {
      const world = await prepareWorld(server)
      const acknowledged: Acknowledged = { yolos: [], votes: [] }
      expect(await crashRounds(server, world, 1, acknowledged)).toEqual([{ lost: [], broken: [] }])
      expect(acknowledged.yolos.length).toBeGreaterThan(5)
      expect(acknowledged.votes.length).toBeGreaterThan(5)
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  },
)
