import { sql } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { answerWaitsSql, letGoByAdminSql } from '#domain/holds.ts'
import { unreportedCaseActions } from '#domain/queue/decided.ts'
import type { CaseDescription, DecisionOutcome, QueueCase, QueueKind } from '#domain/queue/kind.ts'
import { goneOutcome } from '#domain/queue/outcomes.ts'
import { casesAsSqlTable, newestReportersSql, noReasonColumns } from '#domain/queue/reporters.ts'
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
const accounts = sql`
  select m.user_id, coalesce(c.first_at, m.added_at), ${noReasonColumns}
    from suspect_members m left join member_acts c on c.user_id = m.user_id
   where m.suspect_id = s.id and ${isConcerned}`

/**
 * How many of a cluster that the rule would hold an admin let go before it was found. If a decision is about nobody else,
 * it waits for an admin all the same: they may have let them go without having seen this.
 */
const letGoBefore = sql`
  (select count(*)::integer from suspect_members m
    where m.suspect_id = s.id and s.by_rule and not m.beside and m.cleared_at is null
      and ${letGoByAdminSql('m.user_id')}
      and not exists (select from holds own where own.cluster_id = s.id and own.user_id = m.user_id))`

/** How many of them have answered, as long as that waits for an admin. */
const answered = sql`
  (select count(*) || ' of them answered' from holds h where h.cluster_id = s.id and ${answerWaitsSql} having count(*) > 0)`

type Described = Omit<
  CaseDescription,
  'link' | 'restaurantName' | 'member' | 'image' | 'restsOn'
> & { accounts: string }

export async function describe(database: Database, cases: QueueCase[]): Promise<CaseDescription[]> {
  const { rows } = await sql<Described>`
    select a.about, a.id, ${clusterName} as name, ${isHeldByRule} as hidden,
           greatest(o.count, l.count) as count, o.newest, o.reporters,
           (select md5(string_agg(member::text, ' ' order by member)) from (${accounts}) r (member)) as accounts,
           case when l.count > 0 then 'An admin has let all of them go before.' else ${answered} end as note,
           (select string_agg(r ->> 'words', '. ') from jsonb_array_elements(s.reasons) r) as text
      from ${casesAsSqlTable(cases)} join suspects s on s.id = a.id left join restaurants p on p.id = s.restaurant_id
      cross join lateral ${newestReportersSql(accounts)} o
      cross join lateral (select case when o.count = 0 then ${letGoBefore} end as count) l
     where ${clusterName} is not null`.execute(database)
  return rows.map(({ accounts: all, ...row }) => ({
    ...row,
    // All accounts, since those that are held count nowhere. Without the reasons, which are others with each vote of an
    // account: they could be kept from ever being held so.
    restsOn: [all, row.note],
    link: `/admin/suspects/${row.id}`,
    restaurantName: null,
    member: null,
    image: null,
  }))
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

  async carryOut(one, decision, { tx, actor, at, reason }) {
    const action = actionOf[decision]
    const deciding = { id: one.id, decision: action, by: actor.id, reason }
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
