import type { Database } from '#platform/server/services.ts'
import type { Contest } from '../contract.ts'
import { drawRows } from '../rows.server.ts'

export type Win = Pick<Contest, 'id' | 'title' | 'prize' | 'timeZone'> &
  Pick<Contest['draws'][number], 'outcome' | 'answerBy'>

/** Returns the member's wins in these contests by contest id, each with its prize and outcome. */
export async function winsOf(
  database: Database,
  { userId, contestIds, now }: { userId: number; contestIds: number[]; now: Date },
): Promise<Map<number, Win>> {
  const wins = new Map<number, Win>()
  if (contestIds.length === 0) return wins
  const contests = await database
    .selectFrom('contests')
    .select(['id', 'title', 'prize', 'time_zone as timeZone'])
    .where('id', 'in', contestIds)
    .execute()
  for (const contest of contests) {
    // A member is asked only once, even if another entry of theirs is drawn later.
    const draw = (await drawRows(database, now, contest.id)).find((one) => one.userId === userId)
    if (draw) wins.set(contest.id, { ...contest, outcome: draw.outcome, answerBy: draw.answerBy })
  }
  return wins
}
