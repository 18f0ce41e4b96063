import { sql } from 'kysely'
import { on } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { listContests, type Contest } from './contract.ts'

export * as calls from './contract.ts'

export const handlers = ({ listing, clock }: Services) => [
  on(listContests, async () => {
    const { rows } = await sql<Contest>`
      select id, slug, title, prize, area, eligibility, category_ids as "categoryIds",
             opens_on::text as "opensOn", draws_on::text as "drawsOn",
             case when draws_on < today then 'past' when opens_on > today then 'coming' else 'open' end as state
        from contests
       cross join lateral (select (${clock.now()}::timestamptz at time zone time_zone)::date as today) now
       order by draws_on < today, draws_on desc, id`.execute(listing)
    return rows
  }),
]
