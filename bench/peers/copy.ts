import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** Copies the result of a select in one database into a table in another. */
export async function copyAcross(
  source: string,
  select: string,
  target: string,
  table: string,
): Promise<void> {
  await connected(source, (reading) =>
    connected(target, (writing) =>
      pipeline(
        reading.query(copyTo(`copy (${select}) to stdout`)),
        writing.query(copyFrom(`copy ${table} from stdin`)),
      ),
    ),
  )
}

/**
 * Yields the fields of each row of a select as COPY writes them. Doesn't unescape them, because the values selected
 * here contain no special characters.
 */
export async function* rowsOf(source: string, select: string): AsyncGenerator<string[]> {
  const client = new pg.Client({ connectionString: source })
  await client.connect()
  try {
    let rest = ''
    for await (const chunk of client.query(copyTo(`copy (${select}) to stdout`))) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop()!
      for (const line of lines) yield line.split('\t')
    }
  } finally {
    await client.end()
  }
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
