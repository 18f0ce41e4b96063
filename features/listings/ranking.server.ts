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

type Ranked = { id: number; upvote_count: number; yolo_count: number; newest: string }
export type RankedPage = { ids: number[]; cursor: string | null }

const count = z.int32().min(0)
const position = z.tuple([
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
  const resolution = miles <= 1 ? 7 : 5
  const cells = cellsTouching(point, miles, resolution).map(String)
  const cell = sql.ref(`items.cell${resolution}`)
  const { rows } = await sql<Ranked>`
    select id, upvote_count, yolo_count, newest_yolo_at::text as newest
      from unnest(${cells}::bigint[]) as disk (cell)
     cross join lateral (
       select ${ranked} from items
        where ${wanted(question, after)} and ${cell} = disk.cell
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
    select ${ranked}, newest_yolo_at::text as newest from items
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
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const more = rows.length > pageSize && last
  return {
    ids: shown.map(({ id }) => id),
    cursor: more ? writeCursor([last.upvote_count, last.yolo_count, last.newest, last.id]) : null,
  }
}
