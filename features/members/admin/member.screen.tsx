import { isAdmin, isSpecialUser } from '#domain/vocabulary/roles.ts'
import { AdminPage, FactList, isViewerAdmin, StatList } from '#features/admin/frame.tsx'
import { adminItemPath, adminMemberPath, adminRestaurantPath } from '#features/admin/paths.ts'
import { dateTimeText, dayText, SimpleTable, type Column } from '#features/admin/table.tsx'
import { avatarUrl } from '#features/avatars/address.ts'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Tag } from '#platform/web/ui/list/chip.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { SuspendMember } from '#features/moderation/suspend-member.tsx'
import { platformTexts, stateTexts } from './members.screen.tsx'

type Member = Output<'GET /admin/members/:id'>
type Act = Member['acts'][number]

export const loader = async ({ api, params }: LoaderArgs): Promise<Member | null> =>
  isViewerAdmin() ? api('GET /admin/members/:id', { id: idFromParam(params.id) }) : null

export const handle: Handle = { title: 'Member', browserOnly: true }

export function Component() {
  const member = useScreenData<typeof loader>()
  return <AdminPage>{member && <MemberPage key={member.id} member={member} />}</AdminPage>
}

function MemberPage({ member }: { member: Member }) {
  const { id, userName, state, counts, acts } = member
  return (
    <>
      <PageHeader
        up={{ to: '/admin/members', label: 'Members' }}
        title={
          <Row>
            <Avatar name={userName} src={avatarUrl(id, userName)} size="large" />
            {userName}
          </Row>
        }
      />
      <Row>
        <Tag tone={state === 'active' ? 'basil' : 'warn'}>{stateTexts[state]}</Tag>
        {isAdmin({ id }) && <Tag>Admin</Tag>}
        {isSpecialUser({ id }) && <Tag>Special user</Tag>}
        <LinkButton variant="secondary" to={`/user/${id}`}>
          The page that everyone sees
        </LinkButton>
        <LinkButton variant="secondary" to={`/admin/audit?subject=member+${id}`}>
          In the audit
        </LinkButton>
      </Row>
      <FactList facts={factsOf(member)} />
      <Row>
        <SuspendMember id={id} userName={userName} suspended={member.suspendedAt !== null} />
      </Row>
      <StatList
        figures={[
          ['Yolos', counts.yolos],
          ['Votes', counts.votes],
          ['Followers', counts.followers],
          ['Following', counts.following],
          ['Referrals', counts.referrals],
          ['Restaurants added', counts.restaurantsAdded],
        ]}
      />
      <section aria-labelledby="acts">
        <h2 id="acts">Last acts</h2>
        {acts.length === 0 ? (
          <p>None yet.</p>
        ) : (
          <SimpleTable
            caption="Last acts"
            columns={actColumns}
            rows={acts.map((act) => ({ ...act, id: `${act.kind} ${act.subjectId}` }))}
          />
        )}
      </section>
    </>
  )
}

const actTexts: Record<Act['kind'], string> = {
  yolo: 'Saved',
  vote: 'Upvoted',
  follow: 'Followed',
  restaurant: 'Added the restaurant',
}

const actColumns: Column<Omit<Act, 'id'> & { id: string }>[] = [
  { id: 'at', label: 'When', value: ({ at }) => dateTimeText(at) },
  { id: 'kind', label: 'Did', value: ({ kind }) => actTexts[kind] },
  {
    id: 'name',
    label: 'To',
    to: ({ kind, subjectId, name }) => {
      if (kind === 'follow') return adminMemberPath({ id: subjectId })
      return kind === 'restaurant'
        ? adminRestaurantPath(subjectId, name)
        : adminItemPath(subjectId, name)
    },
  },
]

const day = (instant: string | null) => instant && dayText(instant)

const factsOf = (member: Member): [string, React.ReactNode][] => [
  ['Id', String(member.id)],
  ['Name', [member.firstName, member.lastName].filter(Boolean).join(' ')],
  ['E-mail', member.email],
  ['Asked to change it to', member.pendingEmail],
  ['Address verified', day(member.verifiedAt) ?? 'No'],
  ['Logs in with', platformTexts[member.platform]],
  ['Joined', day(member.createdAt)],
  ['Last seen', member.lastSeenAt && dateTimeText(member.lastSeenAt)],
  ['Near', member.place],
  ['Agreed to mails about their area', day(member.consentAt) ?? 'No'],
  [
    'Referred by',
    member.referrer && (
      <Link to={adminMemberPath(member.referrer)}>{member.referrer.userName}</Link>
    ),
  ],
  ['Disabled', day(member.disabledAt)],
  ['Suspended', day(member.suspendedAt)],
  ['About them', member.bio],
]
