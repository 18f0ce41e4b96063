import { sql } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '#domain/audit.ts'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { notifyDecided } from '#features/notifications/notify.server.ts'
import type { OutputOf, ParsedInputOf } from '#platform/contract/call.ts'
import { decodeCursor, encodeCursor } from '#platform/server/cursor.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database, Services, Tx } from '#platform/server/services.ts'
import { alreadyDecided, cannotSuspendStaff, caseNotFound, type listCases } from './contract.ts'
import { decidedText, type CaseKind, type Decision } from './kinds.ts'
import { adapters, subjectsOf, type Actor, type Subject } from './subjects.server.ts'

const pageSize = 20
const maxReports = 20
const position = z.tuple([z.number(), z.number()])

type Case = OutputOf<typeof listCases>['items'][number]
type Row = {
  kind: CaseKind
  subjectId: number
  /** What the list is sorted by. */
  sort: number
  item: Omit<Case, 'name' | 'link' | 'text' | 'image' | 'member'>
}

/** Returns a page of cases. Open ones are listed by the number of counting reporters, decided ones newest first. */
export async function casesPage(
  database: Database,
  { state, kind, cursor }: ParsedInputOf<typeof listCases>,
): Promise<OutputOf<typeof listCases>> {
  const after = cursor === undefined ? null : decodeCursor(cursor, position)
  const isOpen = state === 'open'
  const { rows } = await sql<Row>`
    with found as (
      select c.*, n.count, n.counting,
             ${isOpen ? sql`n.counting` : sql`(extract(epoch from c.closed_at) * 1000)::float8`} as sort
        from cases c
       cross join lateral (
         select count(*) as count, count(*) filter (where u.counts) as counting
           from (select reporter_id as id from reports where case_id = c.id union all select unnest(c.accounts)) who
           join users u on u.id = who.id) n
       where c.closed_at is ${isOpen ? sql`null` : sql`not null`} ${kind ? sql`and c.kind = ${kind}` : sql``})
    select f.kind, f.subject_id as "subjectId", f.sort::float8 as sort, jsonb_build_object(
             'id', f.id, 'kind', f.kind, 'count', f.count, 'counting', f.counting, 'reports', ${reportsSql},
             'accounts', ${accountsSql}, 'openedAt', ${isoTimestampSql('f.opened_at')},
             'decision', case when f.decision is not null then jsonb_build_object(
               'decision', f.decision, 'by', d.user_name, 'at', ${isoTimestampSql('f.closed_at')},
               'reason', f.reason, 'restored', f.restored_at is not null) end) as item
      from found f left join users d on d.id = f.decided_by
     where ${after ? sql`(f.sort, -f.id) < (${after[0]}::float8, ${-after[1]}::float8)` : sql`true`}
     order by f.sort desc, f.id limit ${pageSize + 1}`.execute(database)
  const page = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? page.at(-1)! : null
  return {
    items: await described(database, page),
    cursor: last && encodeCursor([last.sort, last.item.id]),
  }
}

const reportsSql = sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
            'userId', n.id, 'userName', n.user_name, 'at', n.at, 'counts', n.counts, 'reason', n.reason,
            'words', n.words) order by n.at desc), '[]')
     from (select u.id, u.user_name, u.counts, r.reason, r.words, ${isoTimestampSql('r.created_at')} as at
             from reports r join users u on u.id = r.reporter_id
            where r.case_id = f.id order by r.created_at desc limit ${maxReports}) n)`
const accountsSql = sql`
  (select coalesce(jsonb_agg(jsonb_build_object(
            'userId', u.id, 'userName', u.user_name, 'joinedAt', ${isoTimestampSql('u.created_at')},
            'suspended', u.suspended_at is not null) order by u.id), '[]')
     from users u where u.id = any (f.accounts))`

/** Adds to each case what it is about, which may have been deleted since. */
async function described(database: Database, rows: Row[]): Promise<Case[]> {
  const subjects = new Map<string, Subject>()
  for (const [kind, of] of Map.groupBy(rows, (row) => row.kind)) {
    const ids = of.map(({ subjectId }) => subjectId)
    for (const [id, subject] of await subjectsOf(database, kind, ids))
      subjects.set(`${kind} ${id}`, subject)
  }
  return rows.map(({ kind, subjectId, item }) => {
    const {
      name = null,
      link = null,
      text = null,
      image = null,
      userId,
      userName,
    } = subjects.get(`${kind} ${subjectId}`) ?? {}
    const member = userId && userName ? { userId, userName } : null
    return { ...item, name, link, text, image, member }
  })
}

type About = { kind: CaseKind; subjectId: number }

/** Returns the id of the subject's open case, and opens one if there is none. */
export async function openCase(tx: Tx, { kind, subjectId }: About, at: Date): Promise<number> {
  await sql`
    insert into cases (kind, subject_id, opened_at) values (${kind}, ${subjectId}, ${at})
    on conflict (kind, subject_id) where closed_at is null do nothing`.execute(tx)
  const { id } = await tx
    .selectFrom('cases')
    .select('id')
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return id
}

type Deciding = { id: number; decision: Decision; reason: string; by: Actor }

/**
 * Closes a case with a decision. Of two admins who decide at once, the second is told what the first did. The author
 * of what is removed gets a mail with the reason.
 */
export async function decide(
  services: Services,
  tx: Tx,
  { id, decision, reason, by }: Deciding,
): Promise<void> {
  const at = services.clock.now()
  const closed = await tx
    .updateTable('cases')
    .set({ closed_at: at, decision, reason, decided_by: by.id })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning(['kind', 'subject_id as subjectId', 'accounts'])
    .executeTakeFirst()
  if (!closed) throw await whyNotOpen(tx, id)
  const kind = closed.kind as CaseKind
  const change = { tx, id: closed.subjectId, by, at, reason }
  if (decision === 'remove') {
    if (kind === 'member' && privilegedUserIds.includes(closed.subjectId))
      throw cannotSuspendStaff()
    const subject = (await subjectsOf(tx, kind, [closed.subjectId])).get(closed.subjectId)
    await adapters[kind].remove(change)
    for (const account of closed.accounts)
      await suspendMember(services, tx, { id: account, reason, by })
    if (subject?.userId) {
      const mail = kind === 'member' ? 'suspended' : 'removed'
      const facts = { what: ownText(kind, subject.name), reason }
      await sendMail(services, { kind: mail, userId: subject.userId, facts }, tx)
      await notifyDecided(tx, { userId: subject.userId, text: noticeText(kind, facts), at })
    }
  } else {
    await tx.deleteFrom('case_reports').where('case_id', '=', id).execute()
    if (kind === 'item' || kind === 'closed') await adapters[kind].restore(change)
  }
  await recordAudit(
    tx,
    by,
    `case.${decision}`,
    subjectText({ kind, subjectId: closed.subjectId }),
    {
      before: { case: id },
      after: { reason },
      at,
    },
  )
}

async function whyNotOpen(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('cases as c')
    .leftJoin('users as u', 'u.id', 'c.decided_by')
    .select(['c.kind', 'c.decision', 'u.user_name as by'])
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!row?.decision) return caseNotFound()
  const decision = row.decision as Decision
  const message = `${row.by ?? 'Another admin'} has ${decidedText(row.kind as CaseKind, decision)} this already.`
  return alreadyDecided({ decision, by: row.by, message })
}

/** Suspends a member with a decided case of their own. Returns whether they weren't suspended before. */
export async function suspendMember(
  services: Services,
  tx: Tx,
  { id, reason, by }: Omit<Deciding, 'decision'>,
): Promise<boolean> {
  const member = await tx
    .selectFrom('users')
    .select('suspended_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!member || member.suspended_at) return false
  const subject = { kind: 'member', subjectId: id } as const
  const open = await openCase(tx, subject, services.clock.now())
  await decide(services, tx, { id: open, decision: 'remove', reason, by })
  return true
}

/** Undoes a removal. A second time changes nothing. */
export async function restore(services: Services, tx: Tx, id: number, by: Actor): Promise<void> {
  const at = services.clock.now()
  const row = await tx
    .updateTable('cases')
    .set({ restored_at: at })
    .where('id', '=', id)
    .where('decision', '=', 'remove')
    .where('restored_at', 'is', null)
    .returning(['kind', 'subject_id as subjectId', 'reason'])
    .executeTakeFirst()
  if (!row) return
  const kind = row.kind as CaseKind
  const { subjectId } = row
  await adapters[kind].restore({ tx, id: subjectId, by, at, reason: row.reason })
  const subject = (await subjectsOf(tx, kind, [subjectId])).get(subjectId)
  if (subject?.userId) {
    const mail = kind === 'member' ? 'unsuspended' : 'restored'
    const facts = { what: ownText(kind, subject.name) }
    await sendMail(services, { kind: mail, userId: subject.userId, facts }, tx)
  }
  await recordAudit(tx, by, 'case.restore', subjectText({ kind, subjectId }), {
    before: { case: id, reason: row.reason },
    after: {},
    at,
  })
}

/** Returns the subject's name in the audit, for example 'text of yolo 5'. */
function subjectText({ kind, subjectId }: About): string {
  if (kind === 'text' || kind === 'photo') return `${kind} of yolo ${subjectId}`
  return `${kind === 'closed' || kind === 'activity' ? 'restaurant' : kind} ${subjectId}`
}

/** Returns the subject as its author reads it, for example 'your text on Soup, Jane’s Diner'. */
function ownText(kind: CaseKind, name: string): string {
  if (kind === 'restaurant') return `the restaurant ${name}, which you added`
  return kind === 'photo' ? `your photo of ${name}` : `your text on ${name}`
}

const noticeText = (kind: CaseKind, { what, reason }: { what: string; reason: string }) =>
  kind === 'member' ? `We suspended your account. ${reason}` : `We removed ${what}. ${reason}`
