import type { ReactNode } from 'react'
import { avatarUrl } from '#features/avatars/address.ts'
import { isAdmin, isSpecialUser } from '#domain/vocabulary/roles.ts'
import type { Output } from '#platform/contract/wire.ts'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Tag } from '#platform/web/ui/list/chip.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { isViewerAdmin } from '#features/admin/frame/admin-is-here.ts'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { FactList } from '#features/admin/frame/facts.tsx'
import { StatList } from '#features/admin/frame/figures.tsx'
import { adminMemberPath } from '#features/admin/links/member.ts'
import { dayText, dateTimeText } from '#features/admin/table/column.ts'
import { storyListTitles } from './story-texts.ts'
import { StoryList } from './story-part.tsx'
import css from './members.module.css'
import { storyListNames } from './parts.ts'
import { stateText } from './state-words.ts'

export type MemberDetails = Output<'GET /admin/members/:id'>

export const loader = async ({ api, params }: LoaderArgs): Promise<MemberDetails | null> =>
  isViewerAdmin() ? api('GET /admin/members/:id', { id: idFromParam(params.id) }) : null

export const handle: Handle = { title: 'Member', browserOnly: true }

export function Component() {
  const story = useScreenData<typeof loader>()
  return <AdminPage>{story && <WholeStory key={story.member.id} story={story} />}</AdminPage>
}

function WholeStory({ story }: { story: MemberDetails }) {
  const { member, counts, record } = story
  const { id, userName, states } = member
  // A hidden member's picture isn't served.
  const seen = states.every((state) => state === 'unverified')
  const empty = storyListNames.filter((part) => story.parts[part].rows.length === 0)
  return (
    <>
      <PageHeader
        up={{ to: '/admin/members', label: 'Members' }}
        title={
          <span className={css.who}>
            <Avatar name={userName} src={seen ? avatarUrl(id, userName) : null} size="large" />
            {userName}
          </span>
        }
      />
      <p className={css.states}>
        <Tag tone={states.length > 0 ? 'warn' : 'basil'}>{stateText(states)}</Tag>
        {isAdmin({ id }) && <Tag>Admin</Tag>}
        {isSpecialUser({ id }) && <Tag>Special user</Tag>}
        <Link to={`/user/${id}`}>The page that everyone sees</Link>
        <Link to={`/admin/audit?subject=member+${id}`}>In the audit</Link>
      </p>
      <FactList facts={factsOf(member)} />
      <StatList
        figures={[
          ['Yolos', counts.yolos],
          ['Photos', counts.photos],
          ['Votes given', counts.votesGiven],
          ['… set aside', counts.votesSetAside],
          ['Votes received', counts.votesReceived],
          ['Followers', counts.followers],
          ['Following', counts.following],
          ['Blocked by', counts.blockedBy],
          ['Referrals', counts.referrals],
          ['Shares', counts.shares],
          ['Contest entries', counts.contestEntries],
          ['Restaurants added', counts.restaurantsAdded],
          ['Reports made', record.made],
          ['… confirmed', record.confirmed],
          ['… cleared', record.cleared],
          ['Reports about them', counts.reportsAbout],
          ['Taken down', counts.takedowns],
        ]}
      />
      <div className={css.parts}>
        {storyListNames
          .filter((part) => !empty.includes(part))
          .map((part) => (
            <StoryList key={part} id={id} part={part} list={story.parts[part]} />
          ))}
      </div>
      {empty.length > 0 && (
        <p className={css.at}>
          Nothing in: {empty.map((part) => storyListTitles[part]).join(', ')}.
        </p>
      )}
    </>
  )
}

const day = (instant: string | null) => instant && dayText(instant)

/** Returns the facts about a member, as names and values. */
const factsOf = (member: MemberDetails['member']): [string, ReactNode][] => [
  ['Id', member.id],
  ['Name', [member.firstName, member.lastName].filter(Boolean).join(' ')],
  ['E-mail', member.email],
  ['Asked to change it to', member.pendingEmail],
  ['Address verified', day(member.verifiedAt) ?? 'No'],
  ['Logs in with', member.platform === 'apple' ? 'Apple' : 'E-mail and password'],
  ['Vouched for by', member.vouchedBy.join(', ')],
  ['Joined', day(member.createdAt)],
  ['Last seen', member.lastSeenAt && dateTimeText(member.lastSeenAt)],
  ['Near', member.place],
  ['Said to be old enough', day(member.ageCheckedAt)],
  ['Agreed to mails about their area', day(member.consentAt) ?? 'No'],
  ['Name changed', day(member.nameChangedAt)],
  [
    'Named as who brought them (anyone can be)',
    member.referrer && (
      <Link to={adminMemberPath(member.referrer)} className="lone-link">
        {member.referrer.userName}
      </Link>
    ),
  ],
  ['Disabled', day(member.disabledAt)],
  ['Account goes', day(member.deleteAt)],
  ['Taken down', day(member.takenDownAt)],
  ['About them', member.bio],
]
