import { sql } from 'kysely'
import type { QueueCase, QueueKind } from '#domain/queue/kind.ts'
import { answeredTakedownKind } from '#features/abuse/queue/answered.server.ts'
import { abuseQueueKind } from '#features/abuse/queue/queue-kind.server.ts'
import { closedRestaurantKind, goneItemKind } from '#features/restaurants/queue/reported.server.ts'
import { queueKindNames, type QueueKindName } from './limits.ts'

/** Returns a kind with the cases of both: they are listed and filtered together, and each decides its own. */
function bothKinds(one: QueueKind, other: QueueKind): QueueKind {
  const of = (about: string) => (about in one.abouts ? one : other)
  return {
    abouts: { ...one.abouts, ...other.abouts },
    open: (then) => sql`${one.open(then)} union all ${other.open(then)}`,
    searchText: (id, about) => of(about).searchText(id, about),
    async describe(database, cases) {
      const byKind = Map.groupBy(cases, ({ about }) => of(about))
      const described = [...byKind].map(([kind, own]) => kind.describe(database, own))
      return (await Promise.all(described)).flat()
    },
    decide: (decided, decision, by) => of(decided.about).decide(decided, decision, by),
    restore: (decided, by) => of(decided.about).restore(decided, by),
  }
}

/** All kinds of cases that can wait in the queue. */
export const kindsByName: Record<QueueKindName, QueueKind> = {
  expired: goneItemKind,
  closed: closedRestaurantKind,
  abuse: bothKinds(abuseQueueKind, answeredTakedownKind),
}

const byAbout = new Map(
  queueKindNames.flatMap((name) =>
    Object.entries(kindsByName[name].abouts).map(
      ([about, texts]) => [about, { name, kind: kindsByName[name], texts }] as const,
    ),
  ),
)

/** Returns the kind of a case with its name and texts, or undefined if there is none. */
export const queueKindOf = ({ about }: Pick<QueueCase, 'about'>) => byAbout.get(about)

export const caseIdOf = ({ about, id, round }: Omit<QueueCase, 'decision'>) =>
  `${about}-${id}-${round}`

/** Returns the case that an id names, or null if there can't be such a case. */
export function parseCaseId(caseId: string): QueueCase | null {
  const [about = '', number, round] = caseId.split('-')
  const id = Number(number)
  return byAbout.has(about) && id <= 2_147_483_647
    ? { about, id, round: Number(round), decision: null }
    : null
}
