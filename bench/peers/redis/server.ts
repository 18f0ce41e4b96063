import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../started.ts'
import { RedisClient } from './client.ts'

export type Redis = { path: string; stop(): Promise<void> }

/** Starts Redis as its manual recommends for low latency: on a Unix socket, and without writing to disk. */
export async function startRedis(): Promise<Redis> {
  // A socket's path can have at most 107 characters, and the state folder's path may be longer.
  const folder = mkdtempSync(join(tmpdir(), 'yolo-redis-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const path = join(folder, 'socket')
  const settings = { port: 0, unixsocket: path, save: '', appendonly: 'no', dir: folder }
  const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, String(value)])
  const server = start('redis-server', args)
  await server.until(async () => {
    const client = new RedisClient(path)
    const [reply] = await client.ask(['PING']).finally(() => client.close())
    return reply === 'PONG' ? true : undefined
  })
  return {
    path,
    async stop() {
      await server.stop()
      remove()
    },
  }
}
