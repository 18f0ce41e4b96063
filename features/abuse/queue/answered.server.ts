import { sql, type RawBuilder } from 'kysely'
import { recordAudit } from '#domain/audit.ts'
import { auditSubjectOf } from '#domain/decisions.ts'
import { memberTextSql } from '#domain/moderated-content.ts'
import { unreportedCaseActions } from '#domain/queue/decided.ts'
import type { CaseDescription, QueueCase, QueueKind, Tx } from '#domain/queue/kind.ts'
import { goneOutcome } from '#domain/queue/outcomes.ts'
import { casesAsSqlTable } from '#domain/queue/reporters.ts'
import { awayNoteSql } from '#domain/visible.ts'
import { adminMemberPath } from '#features/admin/paths.ts'
import { isoTimestampSql } from '#platform/server/instant.ts'
import type { Database } from '#platform/server/services.ts'
import { lockThing, type Thing } from '../content.server.ts'
import type { AbuseKind } from '../limits.ts'
import { endTakedown, resumeTakedown } from '../takedowns.server.ts'

type Row = Pick<
  CaseDescription,
  'about' | 'id' | 'name' | 'restaurantName' | 'hidden' | 'newest'
> & {
  kind: AbuseKind
  answer: string
  word: string
  /** The text that was taken down, if it is known, and the one that stands there now; null for a photo. */
  was: string | null
  now: string | null
  /** What the reports that led to it were about, where that is something else. */
  reported: string[]
  /** The name of the photo, or of the member's picture, that is there now. */
  picture: string | null
  /** Whether that is the photo that was taken down; null if it isn't known. */
  isSamePhoto: boolean | null
  yoloId: number | null
  itemId: number | null
  userId: number
  userName: string
  away: string | null
}

async function describe(database: Database, cases: QueueCase[]): Promise<CaseDescription[]> {
  const { rows } = await sql<Row>`
    select a.about, a.id, t.kind, t.answer, t.word, t.restored_at is null as hidden, ${isoTimestampSql('t.answered_at')} as newest,
           coalesce(i.name, u.user_name) as name, p.name as "restaurantName", y.id as "yoloId", i.id as "itemId",
           u.id as "userId", u.user_name as "userName",
           t.seen as was,
           array(select distinct r.seen from abuse_reports r
                  where r.kind = t.kind and r.member_id = t.member_id and r.yolo_id is not distinct from t.yolo_id
                    and r.closed_at = t.created_at and r.seen <> coalesce(t.seen, '')) as reported,
           case t.kind when 'text' then y.description when 'member' then ${memberTextSql('u')} end as now,
           coalesce(f.name, v.name) as picture, f.content_hash = t.content_hash as "isSamePhoto", ${awayNoteSql('u')} as away
      from ${casesAsSqlTable(cases)} join takedowns t on t.id = a.id join users u on u.id = t.member_id
      left join yolos y on y.id = t.yolo_id
      left join items i on i.id = y.item_id left join restaurants p on p.id = i.restaurant_id
      left join photos f on t.kind = 'photo' and f.yolo_id = y.id
      left join avatars v on t.kind = 'member' and v.user_id = u.id
     where t.kind = 'member' or y.id is not null`.execute(database)
  return rows.map((row) => caseOf(row))
}

function caseOf(row: Row): CaseDescription {
  const { about, id, kind, answer, word, now, picture, yoloId, itemId, userId, userName } = row
  const isAccount = kind === 'member'
  return {
    about,
    id,
    name: row.name,
    restaurantName: row.restaurantName,
    link: isAccount ? adminMemberPath({ id: userId }) : `/dish/${itemId}`,
    member: isAccount ? null : { userId, userName },
    text: answer,
    image: null,
    withheld:
      picture === null
        ? null
        : { of: isAccount ? 'avatar' : 'photo', id: yoloId ?? userId, name: picture },
    note: [`Taken down: ${word}`, ...whatStands(row), ...(row.away ? [row.away] : [])].join('\n'),
    hidden: row.hidden,
    count: 1,
    reporters: [],
    newest: row.newest,
    restsOn: [row.name, answer, word, now, picture],
    // Whatever its author puts there meanwhile stays down all the same.
    removalRestsOn: [answer, word],
  }
}

/** Says what was reported and taken down, and what is there now. */
function whatStands({ kind, was, now, reported, picture, isSamePhoto }: Row): string[] {
  if (kind === 'photo') {
    if (!picture) return ['There is no photo any more.']
    if (isSamePhoto === null) return []
    return [isSamePhoto ? 'It is still the same photo.' : 'This is another photo.']
  }
  const words = reported.map((text) => `It was reported for: “${text}”`)
  if (was === now && now) return [...words, `It still says: “${now}”`]
  return [
    ...words,
    ...(was ? [`It said: “${was}”`] : []),
    now ? `Now it says: “${now}”` : 'Now it says nothing.',
  ]
}

const subjectOf = ({ about, id }: QueueCase) => `${about} ${id}`

async function takedownOf(tx: Tx, { id }: QueueCase) {
  const row = await tx
    .selectFrom('takedowns')
    .select(['kind', 'yolo_id', 'member_id', 'word', 'answer', 'restored_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const thing: Thing = { kind: row.kind as AbuseKind, id: row.yolo_id ?? row.member_id }
  return { ...row, thing }
}

/** Shows again what was taken down and answered, or keeps it down. */
const decisions = unreportedCaseActions({
  kind: 'abuse',
  describe,
  subjectOf,
  memberOf: async (one, tx) => (await takedownOf(tx, one))?.member_id,

  async lock(one, { tx }) {
    const takedown = await takedownOf(tx, one)
    return takedown !== undefined && lockThing(tx, takedown.thing, 'no key update')
  },

  async carryOut(one, decision, { services, tx, actor, at, reason }) {
    const takedown = await takedownOf(tx, one)
    if (!takedown?.answer || takedown.restored_at) return goneOutcome
    const { thing, word, answer, member_id: memberId } = takedown
    // This records it in the audit, too.
    if (decision === 'dismiss') await endTakedown(services, tx, actor, thing, { reopen: false })
    else
      await recordAudit(tx, actor, 'abuse.keep-down', subjectInAudit(thing), {
        before: { word, answer, memberId },
        after: { reason },
        at,
      })
    return null
  },

  async takeBack(one, decision, { services, tx, actor, at }) {
    const takedown = await takedownOf(tx, one)
    if (!takedown) return goneOutcome
    const { thing, answer, member_id: memberId } = takedown
    if (decision === 'dismiss')
      return (await resumeTakedown(services, tx, actor, { id: one.id, thing })) ? null : goneOutcome
    if (takedown.restored_at) return goneOutcome
    const change = { before: { open: false }, after: { open: true, answer, memberId }, at }
    await recordAudit(tx, actor, 'abuse.reopen', subjectInAudit(thing), change)
    return null
  },
})

const subjectInAudit = ({ kind, id }: Thing) => auditSubjectOf({ about: kind, id })

const texts = (what: string) => ({
  label: `Answer about ${what}`,
  noun: 'answer',
  hiddenText: 'taken down',
  remove: {
    button: 'Keep it down',
    done: 'kept down',
    usualReason: 'The answer changes nothing.',
  },
  dismiss: { button: 'Show it again', done: 'shown again', usualReason: 'It is all right now.' },
})

/** SQL for the kind of a case about the takedown with this id: each kind has its own, for the words of the page. */
const aboutOf = (kind: RawBuilder<unknown>) => sql`${kind} || 'answer'`

/**
 * The queue of what was taken down and answered by its author, who can answer once. An answer isn't more urgent because
 * nobody is shown what it is about.
 */
export const answeredTakedownKind: QueueKind = {
  abouts: {
    textanswer: texts('a text'),
    photoanswer: texts('a photo'),
    memberanswer: texts('an account'),
  },
  open: (then) => sql`
    select ${aboutOf(sql`t.kind`)}, t.id, ${aboutOf(sql`t.kind`)} || ' ' || t.id, false, 1, t.answered_at from takedowns t
     where t.restored_at is null and t.answered_at ${then ? sql`<= ${then}` : sql`is not null`}
       and (t.kind = 'member' or exists (select from yolos y where y.id = t.yolo_id))
       and not exists (select from report_decisions d
                        where d.subject = ${aboutOf(sql`t.kind`)} || ' ' || t.id and d.restored_at is null)`,
  searchText: (id) => sql`
    (select concat_ws(' ', u.user_name, i.name, p.name, t.word, t.answer,
                      case t.kind when 'text' then y.description when 'member' then u.bio end)
       from takedowns t join users u on u.id = t.member_id left join yolos y on y.id = t.yolo_id
       left join items i on i.id = y.item_id left join restaurants p on p.id = i.restaurant_id where t.id = ${id})`,
  describe,
  ...decisions,
}
