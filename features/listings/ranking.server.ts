import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { bestFirst, rankColumns, rankedBehind, type RankPosition } from '#domain/ranking.ts'
import { id } from '#platform/contract/shapes.ts'
import { readCursor, writeCursor } from '#platform/server/cursor.ts'
import { pageSize } from './contract.ts'
import { cellsTouching, milesFrom, type Point } from '#domain/distance.ts'
import type { Database } from '#platform/server/services.ts'
import { isMoment } from '#platform/server/text.ts'

export type Question = {
  category: number
  point: Point | null
  distanceMiles: number
  /** Items having any of them; empty for all. */
  tags: number[]
}

type Item = Point & { id: number }
type Ranked = Item & { upvote_count: number; counted_yolos: number; newest: string }
export type RankedPage = { items: Item[]; cursor: string | null }

const count = z.int32().min(0)
export const position = z.tuple([
  count,
  count,
  z.string().refine(isMoment),
  id,
]) satisfies z.ZodType<RankPosition>

const ranked = sql.join(rankColumns.map((column) => sql.ref(column)))

/** The best within the distance, best first. Each cell gives its own best from the ranked index; then they are merged. */
export async function rankNearBy(
  database: Database,
  question: Question & { point: Point },
  after: string | undefined,
): Promise<RankedPage> {
  const { point, distanceMiles: miles } = question
  const cells = cellsTouching(point, miles, 5).map(String)
  const { rows } = await sql<Ranked>`
    select id, latitude, longitude, upvote_count, counted_yolos, newest_counted_at::text as newest
      from unnest(${cells}::bigint[]) as disk (cell)
     cross join lateral (
       select ${ranked}, latitude, longitude from items
        where ${wanted(question, after)} and items.cell5 = disk.cell
          and ${milesFrom(point)} <= ${miles}
        order by ${bestFirst} limit ${pageSize + 1}
     ) best
     order by ${bestFirst} limit ${pageSize + 1}`.execute(database)
  return page(rows)
}

/** The best anywhere but within the distance of the point. */
export async function rankTop(
  database: Database,
  question: Question,
  after: string | undefined,
): Promise<RankedPage> {
  const { point, distanceMiles: miles } = question
  const elsewhere = point ? sql`and ${milesFrom(point)} > ${miles}` : sql``
  const { rows } = await sql<Ranked>`
    select ${ranked}, latitude, longitude, newest_counted_at::text as newest from items
     where ${wanted(question, after)} ${elsewhere}
     order by ${bestFirst} limit ${pageSize + 1}`.execute(database)
  return page(rows)
}

function wanted({ category, tags }: Question, after: string | undefined): RawBuilder<unknown> {
  const tagged = tags.length > 0 ? sql`and tags && ${tags}::integer[]` : sql``
  if (!after) return sql`listed and category_id = ${category} ${tagged}`
  return sql`listed and category_id = ${category} ${tagged} and ${rankedBehind(readCursor(after, position))}`
}

function page(rows: Ranked[]): RankedPage {
  const items = rows.slice(0, pageSize)
  const last = items.at(-1)
  const more = rows.length > pageSize && last
  return {
    items,
    cursor: more
      ? writeCursor([last.upvote_count, last.counted_yolos, last.newest, last.id])
      : null,
  }
}
