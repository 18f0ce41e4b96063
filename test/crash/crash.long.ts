import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { byUrl, embedded } from './crash-servers.ts'
import { crashRounds, prepareWorld, type Acknowledged } from './crash.ts'

it.for([
  ['its own PostgreSQL', embedded],
  ['the PostgreSQL of DATABASE_URL', byUrl],
] as const)('F1 loses nothing in 10 crashes with %s', async ([, make]) => {
  const folder = await mkdtemp(join(tmpdir(), 'yolo-crashes-'))
  // PostgreSQL's own user passes through it.
  await chmod(folder, 0o711)
  const server = await make(join(folder, 'server'))
  try {
    const world = await prepareWorld(server)
    const acknowledged: Acknowledged = { yolos: [], votes: [] }
    for (const { lost, broken } of await crashRounds(server, world, 10, acknowledged))
      expect({ lost, broken }).toEqual({ lost: [], broken: [] })
    expect(acknowledged.yolos.length).toBeGreaterThan(50)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
})
