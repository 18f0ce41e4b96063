import { sql, type RawBuilder } from 'kysely'
import { badCursor, pageSize } from './contract.ts'
import { cellsAround, earthRadius, type Point } from './near.ts'
import type { Database } from '#platform/server/services.ts'

export type Question = {
  category: number
  point: Point | null
  distanceMiles: number
  /** Items having any of them; empty for all. */
  tags: number[]
}

/** Where an item stands: upvotes, yolos, newest yolo (to the microsecond, so as text), id. */
type Standing = [upvotes: number, yolos: number, newest: string, id: number]
type Ranked = { id: number; upvote_count: number; yolo_count: number; newest: string }
export type RankedPage = { ids: number[]; cursor: string | null }

const order = sql`upvote_count desc, yolo_count desc, newest_yolo_at desc, (-id) desc`
const standing = sql`id, upvote_count, yolo_count, newest_yolo_at`

/** The best within the distance, best first. Each cell gives its own best from the ranked index; then they are merged. */
export async function rankNearBy(
  database: Database,
  question: Question & { point: Point },
  after: string | undefined,
): Promise<RankedPage> {
  const { point, distanceMiles: miles } = question
  const resolution = miles <= 1 ? 7 : 5
  const cells = cellsAround(point, miles, resolution).map(String)
  const cell = sql.ref(`items.cell${resolution}`)
  const { rows } = await sql<Ranked>`
    select id, upvote_count, yolo_count, newest_yolo_at::text as newest
      from unnest(${cells}::bigint[]) as disk (cell)
     cross join lateral (
       select ${standing} from items
        where ${wanted(question, after)} and ${cell} = disk.cell
          and ${milesFrom(point)} <= ${miles}
        order by ${order} limit ${pageSize + 1}
     ) best
     order by ${order} limit ${pageSize + 1}`.execute(database)
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
    select ${standing}, newest_yolo_at::text as newest from items
     where ${wanted(question, after)} ${elsewhere}
     order by ${order} limit ${pageSize + 1}`.execute(database)
  return page(rows)
}

function wanted({ category, tags }: Question, after: string | undefined): RawBuilder<unknown> {
  const tagged = tags.length > 0 ? sql`and tags && ${tags}::integer[]` : sql``
  if (!after) return sql`listed and category_id = ${category} ${tagged}`
  const [upvotes, yolos, newest, id] = readCursor(after)
  return sql`listed and category_id = ${category} ${tagged}
    and (upvote_count, yolo_count, newest_yolo_at, -id)
      < (${upvotes}::integer, ${yolos}::integer, ${newest}::timestamptz, ${-id}::integer)`
}

/** The haversine formula of near.ts in SQL, on columns that the ranked index includes. */
const milesFrom = ({ latitude, longitude }: Point) => sql`
  2 * ${earthRadius}::float8 * asin(least(1, sqrt(
    power(sin(radians(latitude - ${latitude}::float8) / 2), 2)
    + cos(radians(${latitude}::float8)) * cos(radians(latitude))
      * power(sin(radians(longitude - ${longitude}::float8) / 2), 2))))`

function page(rows: Ranked[]): RankedPage {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const more = rows.length > pageSize && last
  return {
    ids: shown.map(({ id }) => id),
    cursor: more ? cursorAt([last.upvote_count, last.yolo_count, last.newest, last.id]) : null,
  }
}

const cursorAt = (at: Standing) => Buffer.from(JSON.stringify(at)).toString('base64url')

function readCursor(cursor: string): Standing {
  try {
    const at: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(at) || at.length !== 4) throw badCursor()
    const [upvotes, yolos, newest, id] = at
    const whole = [upvotes, yolos, id].every((n) => Number.isInteger(n) && Math.abs(n) < 2 ** 31)
    if (
      !whole ||
      typeof newest !== 'string' ||
      !/^\d{4}-\d\d-\d\d[ T][\d:.+-]{8,24}$/.test(newest) ||
      Number.isNaN(Date.parse(newest))
    )
      throw badCursor()
    return [upvotes, yolos, newest, id]
  } catch {
    throw badCursor()
  }
}
