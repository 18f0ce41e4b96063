import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { answerWaitsSql, letGoByAdminSql } from '#domain/holds.ts'
import { unreportedCaseActions } from '#domain/queue/decided.ts'
import type {
  CaseDescription,
  DecisionContext,
  DecisionOutcome,
  QueueCase,
  QueueKind,
} from '#domain/queue/kind.ts'
import { goneOutcome } from '#domain/queue/outcomes.ts'
import { casesAsSqlTable, newestReportersSql, noReasonColumns } from '#domain/queue/reporters.ts'
import { changedOutcome, versionOf } from '#domain/queue/seen.ts'
import type { Database } from '#platform/server/services.ts'
import { isConcerned, isHeldElsewhere, withHolder } from '../decisions/concerned.server.ts'
import { decideCluster, undoClusterDecision } from '../decisions/decide.server.ts'
import { clusterReasons, clusterTexts } from '../suspects/texts.ts'

/** SQL for the name of the cluster of row `s` with the restaurant of row `p`. */
export const clusterName = sql<string>`
  case s.kind when 'votes' then 'Votes for ' || p.name when 'reports' then 'Reports against ' || p.name
              else 'Members who vote alike' end`

const isHeldByRule = sql`
  exists (select from holds h where h.cluster_id = s.id and h.released_at is null and h.by_admin is null)`

/** The accounts of a cluster, listed like the reporters of other kinds. */
const accountsUpTo = (upTo: Date | null) => sql`
  select m.user_id, coalesce(c.first_at, m.added_at), ${noReasonColumns}
    from suspect_members m left join member_acts c on c.user_id = m.user_id
   where m.suspect_id = s.id and ${isConcerned}
     and (${upTo}::timestamptz is null or m.added_at <= ${upTo}::timestamptz)`

/**
 * How many of a cluster that the rule would hold an admin let go before it was found. If a decision is about nobody else,
 * it waits for an admin all the same: they may have let them go without having seen this.
 */
const letGoBefore = sql`
  (select count(*)::integer from suspect_members m
    where m.suspect_id = s.id and s.by_rule and not m.beside and m.cleared_at is null
      and ${letGoByAdminSql('m.user_id')}
      and not exists (select from holds own where own.cluster_id = s.id and own.user_id = m.user_id))`

/** How many of them have answered, as long as that waits for an admin; with `upTo` without those who came later. */
const answered = (upTo: Date | null) => sql`
  (select count(*) || ' of them answered' from holds h
    where h.cluster_id = s.id and ${answerWaitsSql}
      and not exists (select from suspect_members later where later.suspect_id = s.id and later.user_id = h.user_id
                                                          and later.added_at > ${upTo}::timestamptz)
   having count(*) > 0)`

type Described = Omit<
  CaseDescription,
  'link' | 'restaurantName' | 'member' | 'image' | 'restsOn'
> & { concerned: number; newest_added: Date | null }

export const describe = (database: Database, cases: QueueCase[]): Promise<CaseDescription[]> =>
  describeUpTo(database, cases, null)

/** Describes clusters, with `upTo` without the accounts that came later. */
async function describeUpTo(
  database: Database,
  cases: QueueCase[],
  upTo: Date | null,
): Promise<CaseDescription[]> {
  const accounts = accountsUpTo(upTo)
  const { rows } = await sql<Described>`
    select a.about, a.id, ${clusterName} as name, ${isHeldByRule} as hidden,
           greatest(o.count, l.count) as count, o.newest, o.reporters,
           o.count as concerned,
           (select max(m.added_at) from suspect_members m where m.suspect_id = s.id and not m.beside) as newest_added,
           case when l.count > 0 then 'An admin has let all of them go before.' else ${answered(upTo)} end as note,
           (select string_agg(r ->> 'words', '. ') from jsonb_array_elements(s.reasons) r) as text
      from ${casesAsSqlTable(cases)} join suspects s on s.id = a.id left join restaurants p on p.id = s.restaurant_id
      cross join lateral ${newestReportersSql(accounts)} o
      cross join lateral (select case when o.count = 0 then ${letGoBefore} end as count) l
     where ${clusterName} is not null`.execute(database)
  return rows.map(({ concerned, newest_added: upTo, ...row }) => ({
    ...row,
    version: versionOfShown({ upTo: upTo ?? new Date(0), concerned, note: row.note }),
    restsOn: [],
    link: `/admin/suspects/${row.id}`,
    restaurantName: null,
    member: null,
    image: null,
  }))
}

type Shown = { upTo: Date; concerned: number; note: string | null | undefined }

/**
 * The version of a cluster tells which accounts were shown: those who came up to a time, and how many they were. All are
 * counted, since those that are held count nowhere. A decision on it is about those who are still in the cluster. So
 * accounts that join or leave, or do other things, one a minute, can't keep the others from being held.
 */
const versionOfShown = ({ upTo, concerned, note }: Shown) =>
  [upTo.getTime().toString(36), concerned.toString(36), versionOf([note ?? null])].join('.')

/** Returns the time of the newest account that the admin was shown, if the version tells it. */
function shownUpTo(version: string): Date | null {
  const [time = ''] = version.split('.')
  const at = /^[0-9a-z]{1,9}$/.test(time) ? new Date(Number.parseInt(time, 36)) : null
  return at && Number.isFinite(at.getTime()) ? at : null
}

/** Returns the outcome to report if accounts that weren't shown would be decided about, or others have answered. */
async function changedSinceShown(
  one: QueueCase,
  { tx, seen }: DecisionContext,
): Promise<DecisionOutcome | null> {
  if (seen === null) return null
  const upTo = shownUpTo(seen)
  const [now] = upTo ? await describeUpTo(tx, [one], upTo) : []
  if (!now?.version) return changedOutcome
  const [[, counted = ''], [, shown = '']] = [now.version.split('.'), seen.split('.')]
  const isMore = Number.parseInt(counted, 36) > Number.parseInt(shown, 36)
  const noteOf = (version: string) => version.split('.')[2]
  return isMore || noteOf(now.version) !== noteOf(seen) ? changedOutcome : null
}

const nobodyToHold: DecisionOutcome = {
  done: false,
  state: 'open',
  message: 'An admin has decided about each of them before. They can be held one by one.',
}
const actionOf = { remove: 'hold', dismiss: 'clear' } as const
const subjectOf = ({ id }: QueueCase) => `cluster ${id}`

/** Holds all accounts of a cluster, or clears them. */
const decisions = unreportedCaseActions({
  kind: 'suspects',
  describe,
  subjectOf,

  async lock({ id }, { tx }) {
    const { rows } = await sql`select from suspects where id = ${id} for update`.execute(tx)
    return rows.length > 0
  },

  changed: changedSinceShown,

  async carryOut(one, decision, { tx, actor, at, reason, seen }) {
    const action = actionOf[decision]
    const upTo = seen === null ? null : shownUpTo(seen)
    const deciding = { id: one.id, decision: action, by: actor.id, reason, upTo }
    const members = await decideCluster(tx, deciding, at)
    if (members === null) return goneOutcome
    if (members === 0 && action === 'hold') return nobodyToHold
    await recordAudit(tx, actor, `cluster.${action}`, subjectOf(one), {
      after: { members, reason },
      at,
    })
    return null
  },

  async takeBack(one, decision, { tx, actor, at }) {
    const undoing = { id: one.id, decision: actionOf[decision], by: actor.id }
    if (!(await undoClusterDecision(tx, undoing, at))) return goneOutcome
    await recordAudit(tx, actor, 'cluster.reopen', subjectOf(one), { after: { open: true }, at })
    return null
  },
})

/** The queue's kind of case for clusters of accounts that look like one person. */
export const suspectsKind: QueueKind = {
  abouts: {
    cluster: {
      label: 'Accounts that look like one person',
      noun: 'cluster',
      hiddenText: 'held by the rule',
      remove: { ...clusterTexts.remove, usualReason: clusterReasons.remove },
      dismiss: { ...clusterTexts.dismiss, usualReason: clusterReasons.dismiss },
    },
  },
  // Most clusters of accounts that are held elsewhere are left out before each of their members is looked at.
  open: (then) => sql`
    select 'cluster', s.id, 'cluster ' || s.id, ${isHeldByRule}, c.count, s.found_at
      from suspects s
     cross join lateral (
       select case when count(*) = 0 then ${letGoBefore} when not bool_and(${isHeldElsewhere}) then count(*)::integer end as count
         from suspect_members m ${withHolder} where m.suspect_id = s.id and ${isConcerned}) c
     where s.closed_at is null and c.count > 0 ${then ? sql`and s.found_at <= ${then}` : sql``}
       and exists (select from suspect_members m ${withHolder}
                    where m.suspect_id = s.id and not m.beside and not ${isHeldElsewhere})`,
  searchText: (id) => sql`
    (select ${clusterName} from suspects s left join restaurants p on p.id = s.restaurant_id where s.id = ${id})`,
  describe,
  ...decisions,
}
