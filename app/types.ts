import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/migrate.ts'
import { startPostgres } from '#platform/server/postgres/server.ts'

const target = fileURLToPath(new URL('../platform/server/schema.ts', import.meta.url))
const codegen = fileURLToPath(new URL('../node_modules/.bin/kysely-codegen', import.meta.url))

/** Writes the table types from a freshly migrated database; with --check only tells whether they drifted. */
export async function types(args: string[]): Promise<number> {
  const stateDir = await mkdtemp(join(tmpdir(), 'yolo-types-'))
  try {
    const server = await startPostgres({ stateDir, log: openLog('warn') })
    const out = join(stateDir, 'schema.ts')
    try {
      await migrate(server.url)
      await promisify(execFile)(codegen, [
        '--dialect',
        'postgres',
        '--url',
        server.url,
        '--out-file',
        out,
        '--default-schema',
        'public',
        '--include-pattern',
        'public.*',
      ])
    } finally {
      await server.stop()
    }
    const fresh = await readFile(out, 'utf8')
    if (fresh === (await readFile(target, 'utf8').catch(() => ''))) return 0
    if (args.includes('--check')) {
      console.error(
        'platform/server/schema.ts is not what the migrations give: run `npm run yolo -- types`.',
      )
      return 1
    }
    await writeFile(target, fresh)
    return 0
  } finally {
    await rm(stateDir, { recursive: true, force: true })
  }
}
