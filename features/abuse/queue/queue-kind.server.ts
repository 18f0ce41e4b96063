import { sql } from 'kysely'
import { abuseReportOpenSql } from '#domain/decisions.ts'
import {
  removeOrDismissTexts,
  type QueueCase,
  type CaseDescription,
  type QueueKind,
} from '#domain/queue/kind.ts'
import { decidedOutcome, reopenedOutcome } from '#domain/queue/outcomes.ts'
import { firstOfEach } from '#domain/queue/first-of-each.ts'
import { reportedCaseActions, reportsWithdrawn } from '#domain/queue/reported.ts'
import { casesAsSqlTable, joinCountingSql, newestReportersSql } from '#domain/queue/reporters.ts'
import { avatarHashSql, memberTextSql, otherPictureReportedSql } from '#domain/moderated-content.ts'
import { awayNoteSql, photoHiddenFromSql, memberVisibleSql } from '#domain/visible.ts'
import { adminMemberPath } from '#features/admin/paths.ts'
import { yoloImageFileName } from '#features/photos/names.ts'
import type { Database } from '#platform/server/services.ts'
import { lockThing } from '../content.server.ts'
import type { AbuseKind, ReportReason } from '../limits.ts'
import { dismissReports, endTakedown, takeDown } from '../takedowns.server.ts'

/** The text that an author reads if the admin types none. */
const reasonTexts: Record<ReportReason, string> = {
  spam: 'It is spam.',
  offensive: 'It is offensive or hateful.',
  misleading: 'It isn’t a real dish, or it misleads.',
  violent: 'It shows nudity or violence.',
  private: 'It tells private information.',
  stolen: 'The photo is someone else’s.',
  other: 'It breaks our terms.',
}

/** SQL for the reports `r` of case `a`. */
const reportsOf = (decided: boolean) => sql`
  abuse_reports r
   where ${decided ? sql`r.decision_id = a.decision` : sql`${isAbout} and ${abuseReportOpenSql}`}`

const replacedNote = (what: 'photo' | 'picture') =>
  `A ${what} that was reported here isn’t here any more.`

/** SQL condition: report `r` is about case `a`. A report of a member is separate from reports of their yolos. */
const isAbout = sql`
  r.kind = a.about and (a.about = 'member' and r.member_id = a.id and r.yolo_id is null
                        or a.about <> 'member' and r.yolo_id = a.id)`

type Row = Omit<CaseDescription, 'link' | 'member' | 'image' | 'note' | 'restsOn'> & {
  said: string
  /** The name of the photo or of the member's picture, and whether others than admins are shown it. */
  picture: string | null
  isShown: boolean
  replaced: string | null
  away: string | null
  itemId: number | null
  memberId: number
  memberName: string
}

async function describe(database: Database, cases: QueueCase[]): Promise<CaseDescription[]> {
  const reports = reportsOf(cases[0]!.decision !== null)
  const { rows } = await sql<Row>`
    select a.about, a.id, case when a.about = 'member' then m.user_name else i.name end as name,
           p.name as "restaurantName", i.id as "itemId", m.id as "memberId", m.user_name as "memberName",
           case a.about when 'text' then y.description when 'member' then ${memberTextSql('m')} end as text,
           case when a.about = 'member' then v.name else f.name end as picture,
           ${memberVisibleSql('m')} and (a.about = 'member' or not ${photoHiddenFromSql(null, 'y')}) as "isShown",
           ${awayNoteSql('m')} as away,
           case when a.about = 'photo' and exists (
                  select from ${reports} and r.content_hash <> coalesce(f.content_hash, '')) then ${replacedNote('photo')}
                when a.about = 'member' and exists (
                  select from ${reports} and ${otherPictureReportedSql(avatarHashSql('v'))}) then ${replacedNote('picture')} end as replaced,
           false as hidden, o.count, o.counting, o.newest, o.reporters, o.said
      from ${casesAsSqlTable(cases)}
      left join yolos y on a.about <> 'member' and y.id = a.id
      left join items i on i.id = y.item_id
      left join restaurants p on p.id = i.restaurant_id
      join users m on m.id = case when a.about = 'member' then a.id else y.user_id end
      left join photos f on a.about = 'photo' and f.yolo_id = y.id
      left join avatars v on a.about = 'member' and v.user_id = m.id
      cross join lateral ${newestReportersSql(sql`select r.reporter_id, r.created_at, r.reason, r.words, r.seen from ${reports}`)} o`.execute(
    database,
  )
  return rows.map((row) => caseOf(row))
}

function caseOf({
  itemId,
  memberId,
  memberName,
  said,
  picture,
  isShown,
  replaced,
  away,
  ...row
}: Row): CaseDescription {
  const { about, id } = row
  // The page of a member who is hidden is the admins' one.
  const page = isShown ? `/user/${id}` : adminMemberPath({ id })
  return {
    ...row,
    ...(picture && !isShown
      ? { image: null, withheld: { of: about === 'photo' ? 'photo' : 'avatar', id, name: picture } }
      : {
          image: picture && about === 'photo' ? yoloImageFileName(picture) : picture,
          withheld: null,
        }),
    note: [replaced, away].filter(Boolean).join('\n') || null,
    // Not on whether others are shown the picture, because the admin is shown it either way.
    restsOn: [row.name, row.text, picture, replaced, said],
    // Whatever its author puts there meanwhile, what was reported is taken down with it.
    removalRestsOn: [said],
    link: about === 'member' ? page : `/dish/${itemId}`,
    member: { userId: memberId, userName: memberName },
    reporters: row.reporters.map((one) => ({
      ...one,
      reasonText: one.reason && reasonTexts[one.reason as ReportReason],
    })),
    // Those whose reports count come first. Unverified accounts cost nothing, so they choose no reason beside them.
    usualReason: commonReason(
      firstOfEach(row.reporters)
        .slice(0, row.counting || undefined)
        .map(({ reason }) => reason as ReportReason),
    ),
  }
}

/** Returns the text of the most frequent reason. */
function commonReason(reasons: ReportReason[]): string {
  const counts = new Map<ReportReason, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const [[most] = ['other' as const]] = [...counts].sort(([, a], [, b]) => b - a)
  return reasonTexts[most]
}

/**
 * Reports of texts, photos and members that break the terms. Of what is taken down they wait until it is shown again: its
 * author may have put back what was reported before.
 */
export const abuseQueueKind: QueueKind = {
  abouts: {
    text: { label: 'Text', ...removeOrDismissTexts(reasonTexts.other) },
    photo: { label: 'Photo', ...removeOrDismissTexts(reasonTexts.other) },
    member: { label: 'Member', ...removeOrDismissTexts(reasonTexts.other) },
  },
  open: (then) => sql`
    select m.kind, m.id, case when m.kind = 'member' then 'member ' else m.kind || ' of yolo ' end || m.id,
           false, m.count, m.newest
      from (select r.kind, coalesce(r.yolo_id, r.member_id) as id, count(distinct c.user_id)::integer as count, max(r.created_at) as newest
              from abuse_reports r ${joinCountingSql('reporter_id', then)}
             where ${abuseReportOpenSql}
               ${then ? sql`and r.created_at <= ${then}` : sql``}
              group by 1, 2) m
     where (m.kind = 'member' or exists (select 1 from yolos y where y.id = m.id))
       and not exists (select from takedowns t
                        where t.kind = m.kind and coalesce(t.yolo_id, t.member_id) = m.id and t.restored_at is null)`,
  searchText: (id, about) =>
    about === 'member'
      ? sql`(select concat_ws(' ', u.user_name, u.bio) from users u where u.id = ${id})`
      : sql`
        (select concat_ws(' ', i.name, p.name, u.user_name, y.description)
           from yolos y join users u on u.id = y.user_id
           join items i on i.id = y.item_id join restaurants p on p.id = i.restaurant_id
          where y.id = ${id})`,
  describe,
  ...reportedCaseActions({
    describe,
    lock: ({ about, id }, { tx }) =>
      lockThing(tx, { kind: about as AbuseKind, id }, 'no key update'),
    async remove({ about, id }, { services, tx, actor, reason }) {
      return (await takeDown(services, tx, actor, { kind: about as AbuseKind, id }, reason))
        ? decidedOutcome('remove')
        : { done: false, state: 'open', message: 'This is taken down already.' }
    },
    async dismiss({ about, id }, { tx, actor, at, reason }) {
      const thing = { kind: about as AbuseKind, id }
      return (await dismissReports(tx, actor, thing, { reason, at })) > 0
        ? decidedOutcome('dismiss')
        : reportsWithdrawn
    },
    async restore({ about, id }, { services, tx, actor }) {
      const thing = { kind: about as AbuseKind, id }
      return {
        ...reopenedOutcome,
        done: await endTakedown(services, tx, actor, thing, { reopen: true }),
      }
    },
    reopenAction: 'abuse.reopen',
  }),
}
