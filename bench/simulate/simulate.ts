import pg from 'pg'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../platform/server/database/migrate.ts'
import { startPostgres } from '../../platform/server/postgres/server.ts'
import { makeCity } from './city.ts'
import type { Figures } from './figures.ts'
import { play, settle, type Mode } from './play.ts'
import { scenarios } from './scenarios/scenarios.ts'

export type Played = { name: string } & Record<Mode, Figures>
/** Day 0 of every simulation. */
const start = Date.UTC(2026, 2, 2)
const modes = ['none', 'rule', 'desk'] as const

type Say = (line: string) => void

/**
 * Plays these scenarios on a separate PostgreSQL server, which is deleted afterwards, even if `stopped` aborts the
 * simulation.
 */
export async function simulate(
  seed: number,
  names: string[],
  say: Say,
  stopped: AbortSignal = new AbortController().signal,
): Promise<Played[]> {
  const stateDir = await mkdtemp(join(tmpdir(), 'yolo-simulate-'))
  const server = await startPostgres({ stateDir, log: { info: () => {}, warn: console.warn } })
  const stop = new Promise<never>((_, reject) => {
    stopped.addEventListener('abort', () => reject(stopped.reason), { once: true })
    if (stopped.aborted) reject(stopped.reason)
  })
  try {
    return await Promise.race([playAll(server.url, seed, names, say), stop])
  } finally {
    await server.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

async function playAll(url: string, seed: number, names: string[], say: Say): Promise<Played[]> {
  const within = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const asOwner = async (statement: string) => {
    const client = new pg.Client({ connectionString: within('postgres') })
    // The server may be stopped in the meantime. The statement then fails.
    client.on('error', () => {})
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  for (const name of ['synchronous_commit', 'fsync', 'full_page_writes'])
    await asOwner(`alter system set ${name} = off`)
  await asOwner('select pg_reload_conf()')
  await asOwner('create database city')
  await migrate(within('city'))
  await settle(within('city'), makeCity(seed, start))
  const played: Played[] = []
  for (const name of names) {
    const figures: Partial<Record<Mode, Figures>> = {}
    for (const mode of modes) {
      const begun = performance.now()
      // Create the city again for each run, because a story uses up IDs and random numbers of its city.
      const city = makeCity(seed, start)
      const story = scenarios[name]!(city)
      await asOwner('create database play template city strategy file_copy')
      figures[mode] = await play(within('play'), city, story, mode, seed)
      await asOwner('drop database play with (force)')
      say(`${name} ${mode}: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    }
    played.push({ name, ...(figures as Record<Mode, Figures>) })
  }
  return played
}
