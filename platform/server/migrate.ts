import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Brings a database up to date: every file of migrations/ once, in order, each in a transaction of
 * its own, so that a migration cut off leaves nothing behind. Processes starting together wait for each other.
 * Returns the names of those that ran.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(926171)')
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations',
    )
    const ran = new Map(rows.map((row) => [row.name, row.checksum]))
    const news: string[] = []
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const text = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      const before = ran.get(name)
      if (before === checksum) continue
      if (before)
        throw new Error(`The migration ${name} has changed since it ran on this database.`)
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into migrations (name, checksum) values ($1, $2)', [
          name,
          checksum,
        ])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`The migration ${name} failed: ${(error as Error).message}`, {
          cause: error,
        })
      }
      news.push(name)
    }
    return news
  } finally {
    await client.end()
  }
}
