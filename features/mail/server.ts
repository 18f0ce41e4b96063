import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Command } from '#platform/server/command.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { mailQueue } from './send.server.ts'

export const queues = (services: Services): JobQueue[] => [mailQueue(services)]

type Row = {
  id: string
  state: string
  data: { kind?: string; userId: number }
  tries: number
  next: Date
  output: { message?: string } | null
}

/** The weekly mails are a queue of their own. */
const isMail = sql`name in ('mail', 'weekly-mail')`

export const commands: Command[] = [
  {
    name: 'mail',
    summary: 'List the mails that wait or have failed',
    usage: 'mail [--retry]\n\n  --retry   try them again now, those that failed for good too',
    async run(args, { database }) {
      const { values } = parseArgs({ args, options: { retry: { type: 'boolean' } } })
      if (values.retry) {
        const { numAffectedRows = 0n } = await sql`
          update pgboss.job
             set state = 'retry', retry_limit = retry_count + 12, start_after = now(), completed_on = null
           where ${isMail} and state in ('failed', 'retry')`.execute(database)
        console.log(`${numAffectedRows} to be tried now.`)
      }
      const { rows } = await sql<Row>`
        select id, state::text, data, retry_count as tries, start_after as next, output
          from pgboss.job
         where ${isMail} and state in ('created', 'retry', 'active', 'failed')
         order by created_on`.execute(database)
      for (const { id, state, data, tries, next, output } of rows) {
        const when = state === 'failed' ? 'failed' : `waits until ${next.toISOString()}`
        const why = output?.message ? ` · ${output.message}` : ''
        console.log(
          `${id}  ${data.kind ?? 'weekly'} for member ${data.userId} · ${when} · tried ${tries} times${why}`,
        )
      }
      console.log(rows.length === 0 ? 'No mail waits.' : `${rows.length} in all.`)
      return 0
    },
  },
]
