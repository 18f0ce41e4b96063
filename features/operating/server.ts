import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { operatorActor, recordAudit } from '#domain/audit.ts'
import { transact } from '#platform/server/database/database.ts'
import {
  violationsIn,
  type Check,
  type CustomCheck,
  type Violations,
} from '#platform/server/check.ts'
import type { AllFeatureRules, Command } from '#platform/server/feature.ts'
import type { Services } from '#platform/server/services.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { backUp, OperatorError, restore } from './backup.server.ts'

/** Runs a command about one folder. Errors that the operator can fix are printed without a stack. */
async function withFolder(args: string[], work: (folder: string) => Promise<string>) {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  try {
    if (positionals.length !== 1) throw new OperatorError('Name one folder.')
    console.log(await work(positionals[0]!))
    return 0
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    console.error(error.message)
    return positionals.length === 1 ? 1 : 2
  }
}

const contents = ({ tables, photos }: Awaited<ReturnType<typeof backUp>>) => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${countWithNoun(rows, 'row')} and ${countWithNoun(photos, 'photo file')}`
}

const backupCommand = ({ backupRules }: AllFeatureRules): Command => ({
  name: 'backup',
  summary: 'Write all rows and photos of the site into a folder, while it runs',
  usage: `backup <folder>

  <folder>   absent or empty, in a safe place: it has addresses and password hashes

All rows are of one moment. Sessions and links of mails are left out.`,
  run: (args, services) =>
    withFolder(args, async (folder) => contents(await backUp(services, backupRules, folder))),
})

const restoreCommand: Command = {
  name: 'restore',
  summary: 'Load a backup of this or an earlier version into a site without members',
  usage: 'restore <folder>\n\nIf anything fails, the database stays as it was.',
  mayBegin: () => true,
  run: (args, services) =>
    withFolder(args, async (folder) => contents(await restore(services, folder))),
}

const checkCommand = ({ checks }: AllFeatureRules): Command => ({
  name: 'check',
  summary: 'Check whether counts and other derived values in the database are right',
  usage: `check [--repair]

  --repair   corrects values that follow from other rows; the audit log records it

Ends with 1 if something is wrong and wasn't repaired.`,
  async run(args, services) {
    const { values } = parseArgs({ args, options: { repair: { type: 'boolean' } } })
    let wrong = 0
    for (const check of checks) {
      const found = await violationsOf(services, check)
      const isRepaired = values.repair && found.count > 0 && check.repair
      if (isRepaired) await repair(services, check, found)
      const left = isRepaired ? await violationsOf(services, check) : found
      if (left.count > 0) wrong++
      const examples = left.count > 0 ? `: ${left.examples.join(', ')}` : ''
      const result = left.count > 0 ? `WRONG for ${left.count}` : 'ok'
      const repaired = isRepaired ? `, repaired ${found.count - left.count}` : ''
      console.log(`${check.name.padEnd(22)} ${check.description}: ${result}${repaired}${examples}`)
    }
    return wrong > 0 ? 1 : 0
  },
})

const violationsOf = (services: Services, check: Check | CustomCheck): Promise<Violations> =>
  'find' in check ? check.find(services) : violationsIn(services.database, check)

async function repair(services: Services, check: Check | CustomCheck, found: Violations) {
  if ('find' in check) await check.repair?.(services)
  else {
    const { lock, set } = check.repair!
    const { rows } = await sql<{ id: number }>`
      select distinct id from (${check.violations}) broken order by id`.execute(services.database)
    const ids = rows.map(({ id }) => id)
    for (let from = 0; from < ids.length; from += 500)
      await transact(services.database, async (tx) => {
        const slice = ids.slice(from, from + 500)
        await sql`select from ${sql.table(lock)} where id = any (${slice}::integer[])
          order by id for no key update`.execute(tx)
        await set(slice).execute(tx)
      })
  }
  const before = { count: found.count, examples: found.examples }
  await recordAudit(services.database, operatorActor, 'check.repair', check.name, { before })
}

const jobsCommand: Command = {
  name: 'jobs',
  summary: 'List the mails and other jobs that wait or have failed',
  usage: 'jobs [--retry]\n\n  --retry   try them again now, those that failed for good too',
  async run(args, { database }) {
    const { values } = parseArgs({ args, options: { retry: { type: 'boolean' } } })
    if (values.retry)
      await sql`
        update pgboss.job
           set state = 'retry', retry_limit = retry_count + 12, start_after = now(), completed_on = null
         where state in ('failed', 'retry')`.execute(database)
    const { rows } = await sql<{ line: string }>`
      select format('%s  %s %s · tried %s times · %s', id, name, state, retry_count,
                    coalesce(output->>'message', to_char(start_after, 'YYYY-MM-DD HH24:MI:SS'))) as line
        from pgboss.job where state in ('created', 'retry', 'active', 'failed')
       order by created_on`.execute(database)
    for (const { line } of rows) console.log(line)
    console.log(rows.length === 0 ? 'No job waits or has failed.' : `${rows.length} in all.`)
    return 0
  },
}

export const siteCommands = (all: AllFeatureRules): Command[] => [
  backupCommand(all),
  restoreCommand,
  checkCommand(all),
  jobsCommand,
]
