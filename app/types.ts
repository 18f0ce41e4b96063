import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { openLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { startPostgres } from '#platform/server/postgres/server.ts'
import { schemaSql } from './schema-sql.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const codegen = fileURLToPath(new URL('../node_modules/.bin/kysely-codegen', import.meta.url))

/**
 * Generates table types and docs/schema.sql from a freshly migrated database. With --check it writes nothing and
 * returns 1 if the files differ.
 */
export async function generateTypes(args: string[]): Promise<number> {
  const fresh = await generated()
  const drifted: string[] = []
  for (const [file, text] of Object.entries(fresh))
    if (text !== (await readFile(join(root, file), 'utf8').catch(() => ''))) drifted.push(file)
  if (drifted.length === 0) return 0
  if (args.includes('--check')) {
    console.error(
      `Not what the migrations give: ${drifted.join(', ')}. Run \`npm run yolo -- types\`.`,
    )
    return 1
  }
  for (const file of drifted) await writeFile(join(root, file), fresh[file]!)
  return 0
}

async function generated(): Promise<Record<string, string>> {
  const stateDir = await mkdtemp(join(tmpdir(), 'yolo-types-'))
  const server = await startPostgres({ stateDir, log: openLog('warn') })
  try {
    await migrate(server.url)
    const out = join(stateDir, 'schema.ts')
    const options = {
      dialect: 'postgres',
      url: server.url,
      'out-file': out,
      'default-schema': 'public',
      'include-pattern': 'public.*',
    }
    await promisify(execFile)(
      codegen,
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    )
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    try {
      return {
        'platform/server/database/schema.ts': await readFile(out, 'utf8'),
        'docs/schema.sql': await schemaSql(client),
      }
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}
