import { sql, type RawBuilder } from 'kysely'
import { pointFromInput } from '#domain/position/point.ts'
import { requestedDays } from '#features/admin/days.server.ts'
import {
  caseInsensitiveSql,
  orderWithOffset,
  tablePage,
  type TableList,
} from '#features/admin/table-page.server.ts'
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { emptyLists, failedSearches, gaps, tellEmptyList, tellFailedSearch } from './contract.ts'
import { createDemandCounter } from './count.server.ts'
import { findGaps } from './gaps.server.ts'
import { keptFrom } from './kept-days.ts'
import { countBitsSql, visitorsSql } from './networks.server.ts'

/** A search's text is shown only if at least this many networks searched for it, on at least this many days. */
const askers = 5
const askedDays = 3

type ListRow = OutputOf<typeof emptyLists>['items'][number]
type SearchRow = OutputOf<typeof failedSearches>['items'][number]
type ListSort = NonNullable<ParsedInputOf<typeof emptyLists>['sort']>
type SearchSort = NonNullable<ParsedInputOf<typeof failedSearches>['sort']>
type Days = Awaited<ReturnType<typeof requestedDays>>

export const unmetDemandHandlers = (services: Services) => {
  const { database } = services
  const count = createDemandCounter(services)
  return [
    implementCall(tellEmptyList, async ({ input: { category, ...point }, request }) => {
      await count.emptyList(category, point, request)
      return {}
    }),
    implementCall(tellFailedSearch, async ({ input: { q, ...place }, request }) => {
      await count.failedSearch(q, pointFromInput(place), request)
      return {}
    }),
    implementCall(gaps, () => findGaps(services)),
    implementCall(emptyLists, async ({ input }) =>
      tablePage(database, listsOf(await requestedDays(services, input)), input),
    ),
    implementCall(failedSearches, async ({ input }) =>
      tablePage(database, searchesOf(await requestedDays(services, input)), input),
    ),
  ]
}

const within = ({ first, last }: Days) => sql`day between ${first}::date and ${last}::date`

/** SQL for the columns that both lists have, aggregated over a group of rows. */
const countsSql = sql`
  ${visitorsSql} as visitors, sum(times)::integer as times, count(distinct day)::integer as days,
  max(day)::text as "lastDay"`

const countSorts = {
  visitors: sql`visitors`,
  times: sql`times`,
  days: sql`days`,
  lastDay: sql`"lastDay"`,
}
const mostVisitorsFirst = orderWithOffset(sql`visitors desc, times desc, id`)

const listsOf = (days: Days): TableList<ListRow, ListSort, number> => ({
  columns: sql`asked.*`,
  from: sql`(
    select city_slug || ' ' || category_id as id, city_slug as "citySlug", min(city_label) as "cityName",
           category_id as "categoryId", min(c.name) as "categoryName", ${countsSql}
      from empty_lists join categories c on c.id = category_id
     where ${within(days)} group by city_slug, category_id) asked`,
  where: [],
  texts: [sql`"cityName"`, sql`"categoryName"`],
  sorts: {
    cityName: caseInsensitiveSql('cityName'),
    categoryName: sql`"categoryName"`,
    ...countSorts,
  },
  id: sql`id`,
  own: mostVisitorsFirst,
})

/**
 * SQL for the names of up to three cities in which at least `askers` networks searched for a group's text. Others
 * aren't shown, because the few people who searched there might be recognized.
 */
const citiesSql = (days: Days): RawBuilder<string> => sql`
  coalesce((
    select string_agg(label, ' · ' order by times desc, label) from (
      select min(city_label) as label, sum(times) as times from failed_searches near
       where near.text = whole.text and city_slug <> '' and ${within(days)}
       group by city_slug having ${countBitsSql} >= ${askers}
       order by 2 desc, 1 limit 3) city), '')`

const searchesOf = (days: Days): TableList<SearchRow, SearchSort, number> => ({
  columns: sql`asked.*`,
  from: sql`(
    select whole.text as id, whole.text, ${citiesSql(days)} as cities, ${countsSql}
      from failed_searches whole
     where ${within(days)}
     group by whole.text
    having ${countBitsSql} >= ${askers} and count(distinct day) >= ${askedDays}) asked`,
  where: [],
  texts: [sql`asked.text`],
  sorts: { text: sql`asked.text`, ...countSorts },
  id: sql`id`,
  own: mostVisitorsFirst,
})

/** Deletes counts after 30 days. */
export const forgetDemandQueue = ({ database, clock }: Services): JobQueue => ({
  name: 'forget-unmet-demand',
  every: '17 2 * * *',
  async run() {
    const first = keptFrom(clock.now())
    for (const table of ['empty_lists', 'failed_searches'] as const)
      await sql`delete from ${sql.table(table)} where day < ${first}::date`.execute(database)
  },
})
