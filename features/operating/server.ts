import { parseArgs } from 'node:util'
import type { Command, AllFeatureRules } from '#platform/server/command.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { runChecks } from './check.server.ts'
import { backUp } from './backup.server.ts'
import { jobsCommand } from './jobs.server.ts'
import { OperatorError, type Manifest } from './manifest.ts'
import { restoreBackup } from './restore.server.ts'

const size = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`

const contents = ({ tables, files, migrations }: Manifest) =>
  `${countWithNoun(
    tables.reduce((sum, { rows }) => sum + rows, 0),
    'row',
  )} in ${countWithNoun(tables.length, 'table')}, ` +
  `${countWithNoun(files.count, 'file')} (${size(files.bytes)}), version ${migrations.at(-1)!.name}`

/**
 * Returns the exit code of `work`. If it throws an `OperatorError`, prints only the message and returns 1. Throws any
 * other error.
 */
async function saying(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    console.error(error.message)
    return 1
  }
}

function tellForeign(tables: string[]) {
  if (tables.length > 0) console.log(`Left out, for Yolo didn’t make it: ${tables.join(', ')}.`)
}

function onlyFolder(positionals: string[], example: string): string | null {
  if (positionals.length === 1) return positionals[0]!
  console.error(`Name one folder: npm run yolo -- ${example}`)
  return null
}

const backupCommand = ({ backupRules }: AllFeatureRules): Command => ({
  name: 'backup',
  summary: 'Write all that the site keeps into a folder, while it runs',
  usage: `backup [--since <earlier backup>] <folder>

  <folder>   absent or empty; it must lie somewhere safe, for it holds addresses and password hashes
  --since    an earlier backup: photos that are in it are linked from there (copied, on another disk).
             Each backup is whole; an earlier one may be deleted.

Rows are those of one moment. Sessions, mails that wait and the like stay out, and so do tables
that aren’t Yolo’s: docs/operating.md.
A folder without manifest.json is a backup that was cut off.`,
  async run(args, services) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { since: { type: 'string' } },
    })
    const folder = onlyFolder(positionals, 'backup /backups/2026-05-01')
    if (folder === null) return 2
    return saying(async () => {
      const { manifest, missing, linked, foreign, database } = await backUp(
        services,
        backupRules,
        folder,
        values.since,
      )
      console.log(`Backed up: ${contents(manifest)}; ${linked} of the files linked.`)
      const members = manifest.tables.find(({ name }) => name === 'users')!.rows
      console.log(`Read from ${database}: ${countWithNoun(members, 'member')}.`)
      tellForeign(foreign)
      if (missing.length === 0) return 0
      console.error(
        `${countWithNoun(missing.length, 'file')} that rows show ${missing.length === 1 ? 'isn’t' : 'aren’t'} in the storage, ${missing[0]} for one: see 'check'.`,
      )
      return 1
    })
  },
})

const restoreCommand = ({ backupRules }: AllFeatureRules): Command => ({
  name: 'restore',
  summary: 'Put a backup into a site without members',
  usage: `restore <folder>

Every checksum is compared before and after. An older version's backup is brought up to this version;
no server may run then. All that the site has (restaurants that were imported, too) gives way to
what the backup has; tables that aren’t Yolo’s stay. If anything fails, the site stays as it was.`,
  mayBegin: () => true,
  async run(args, services) {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    const folder = onlyFolder(positionals, 'restore /backups/2026-05-01')
    if (folder === null) return 2
    return saying(async () => {
      const { manifest, migratedOn, foreign } = await restoreBackup(services, backupRules, folder)
      console.log(`Restored: ${contents(manifest)}.`)
      if (migratedOn.length > 0) console.log(`Brought up to date: ${migratedOn.join(', ')}.`)
      tellForeign(foreign)
      return 0
    })
  },
})

const checkCommand = ({ checks }: AllFeatureRules): Command => ({
  name: 'check',
  summary: 'Look whether everything in the database is as it must be',
  usage: `check [--repair]

  --repair   mend what follows from other rows; each mending stands in the audit log

Ends with 1 where something is wrong and wasn’t mended, else with 3 where a check couldn’t be made, for
the store of photos is away. It may run beside a server, and takes minutes on a large site.`,
  async run(args, services) {
    const { values } = parseArgs({ args, options: { repair: { type: 'boolean' } } })
    let [wrong, unseen] = [0, 0]
    for await (const { check, ...outcome } of runChecks(services, checks, values.repair ?? false)) {
      if ('away' in outcome) {
        unseen++
        console.log(`UNSEEN  ${check.name.padEnd(24)} ${check.description}`)
        console.log(`        couldn’t be looked at: ${outcome.away}`)
        continue
      }
      const { found, left } = outcome
      const remains = left ?? found
      const mended = found.count - remains.count
      const verdict = verdictOf(remains.count, mended)
      console.log(`${verdict}  ${check.name.padEnd(24)} ${check.description}`)
      if (mended > 0) console.log(`        mended for ${mended}, ${found.examples[0]} for one`)
      if (remains.count === 0) continue
      wrong++
      const repair = values.repair ? 'couldn’t be mended' : '--repair mends it'
      const how = check.repair ? repair : 'a person must decide'
      const some =
        remains.examples.join(', ') + (remains.count > remains.examples.length ? ' …' : '')
      console.log(`        not for ${remains.count}: ${some}; ${how}`)
    }
    const of = `of ${checks.length}`
    if (unseen > 0) console.log(`${unseen} ${of} couldn’t be looked at: run check again.`)
    if (wrong > 0) console.log(`${wrong} ${of} don’t hold: docs/operating.md tells what to do.`)
    if (wrong + unseen === 0) console.log(`All ${checks.length} hold.`)
    if (wrong > 0) return 1
    return unseen > 0 ? 3 : 0
  },
})

export const siteCommands = (all: AllFeatureRules): Command[] => [
  backupCommand(all),
  restoreCommand(all),
  checkCommand(all),
  jobsCommand,
]
export { checks } from './check.server.ts'

function verdictOf(remaining: number, mended: number) {
  if (remaining > 0) return 'WRONG '
  return mended > 0 ? 'mended' : 'ok    '
}
