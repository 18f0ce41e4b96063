import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Command } from '#platform/server/command.ts'
import type { Database } from '#platform/server/services.ts'
import { countWithNoun } from '#platform/text/plural.ts'

/** Returns whether there is a job table. A restored site has none until it starts. */
export async function hasJobs(database: Database): Promise<boolean> {
  const { rows } = await sql`select where to_regclass('pgboss.job') is not null`.execute(database)
  return rows.length > 0
}

const isRecurring = sql`name in (select name from pgboss.schedule)`

type Waiting = {
  id: string
  queue: string
  kind: string | null
  userId: number | null
  state: string
  tries: number
  next: Date
  why: string | null
}

/** Lists jobs that aren't done. Of their data it shows only what isn't secret. */
async function waitingJobs(database: Database): Promise<string[]> {
  const { rows } = await sql<Waiting>`
    select id, name as queue, data->>'kind' as kind, data->'userId' as "userId", state::text,
           retry_count as tries, start_after as next, output->>'message' as why
      from pgboss.job
     where state in ('created', 'retry', 'active', 'failed') and not ${isRecurring}
     order by created_on`.execute(database)
  return rows.map(({ id, queue, kind, userId, state, tries, next, why }) => {
    const what = [queue, kind, userId && `for member ${userId}`].filter(Boolean).join(' ')
    const when = state === 'failed' ? 'failed' : `waits until ${next.toISOString()}`
    return `${id}  ${what} · ${when} · tried ${tries} times${reason(why)}`
  })
}

/** Lists the recurring jobs that were given up and have not done their work since, one line per queue. */
async function failedRecurringJobs(database: Database): Promise<string[]> {
  const { rows } = await sql<{ queue: string; count: number; last: Date; why: string | null }>`
    select name as queue, count(*)::integer as count, max(completed_on) as last,
           (array_agg(output->>'message' order by completed_on desc))[1] as why
      from pgboss.job
     where state = 'failed' and ${isRecurring}
     group by name order by name`.execute(database)
  return rows.map(
    ({ queue, count, last, why }) =>
      `${queue} · failed ${countWithNoun(count, 'time')}, last at ${last.toISOString()} · runs again by itself${reason(why)}`,
  )
}

const reason = (why: string | null) => (why ? ` · ${why}` : '')

async function retry(database: Database): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    update pgboss.job
       set state = 'retry', retry_limit = retry_count + 12, start_after = now(), completed_on = null,
           keep_until = now() + interval '14 days'
     where state in ('failed', 'retry') and not ${isRecurring}`.execute(database)
  return numAffectedRows
}

export const jobsCommand: Command = {
  name: 'jobs',
  summary: 'List the mails and other jobs that wait or have failed',
  usage: `jobs [--retry]

  --retry   try them again now, those that failed for good too

Jobs that run by the clock are listed only where they failed, and aren't retried: the next one does their work.`,
  async run(args, { database }) {
    const { values } = parseArgs({ args, options: { retry: { type: 'boolean' } } })
    const begun = await hasJobs(database)
    if (begun && values.retry) console.log(`${await retry(database)} to be tried now.`)
    const lines = begun
      ? [...(await waitingJobs(database)), ...(await failedRecurringJobs(database))]
      : []
    for (const line of lines) console.log(line)
    console.log(lines.length === 0 ? 'No job waits or has failed.' : `${lines.length} in all.`)
    return 0
  },
}
