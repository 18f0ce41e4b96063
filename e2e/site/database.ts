import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

/** Runs a statement in the site's database, to read what no page shows or to set up what would take weeks. */
export async function ask<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const folder = join(process.env.E2E_STATE_DIR!, 'postgres')
  const [port, password] = await Promise.all(
    ['port', 'password'].map(async (name) => (await readFile(join(folder, name), 'utf8')).trim()),
  )
  const client = new Client(`postgres://yolo:${password}@127.0.0.1:${port}/yolo`)
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
