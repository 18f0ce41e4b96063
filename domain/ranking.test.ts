import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { rankOrderSql, ranksBelowSql, rankRowSql, type RankPosition } from './ranking.ts'

const app = await testApp()

/** Positions in the ranking, the best first. */
const ranked: RankPosition[] = [
  [9, 1, '2026-01-01T00:00:00Z', 8],
  [2, 5, '2026-01-01T00:00:00Z', 7],
  [2, 4, '2026-01-02T00:00:00.000001Z', 6],
  [2, 4, '2026-01-02T00:00:00Z', 1],
  [2, 4, '2026-01-02T00:00:00Z', 5],
]
const items = sql`(values ${sql.join(
  ranked
    .toReversed()
    .map(
      ([upvotes, yolos, newest, id]) =>
        sql`(${upvotes}::integer, ${yolos}::integer, ${newest}::timestamptz, ${id}::integer)`,
    ),
)}) as i (upvote_count, yolo_count, newest_yolo_at, id)`

test('upvotes, then yolos, then the newest yolo, then the lower id', async () => {
  const { rows } = await sql<{
    id: number
  }>`select id from ${items} order by ${rankOrderSql}`.execute(app.database)
  expect(rows.map(({ id }) => id)).toEqual([8, 7, 6, 1, 5])
})

test('a page goes on right behind a position, as the comparison of two rows has it', async () => {
  for (const [at, position] of ranked.entries()) {
    const { rows } = await sql<{ id: number }>`
      select id from ${items} where ${ranksBelowSql(position)} order by ${rankRowSql('i')} desc`.execute(
      app.database,
    )
    expect(rows.map(({ id }) => id)).toEqual(ranked.slice(at + 1).map(([, , , id]) => id))
  }
})
