import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { AdminPage, isViewerAdmin } from '#features/admin/frame.tsx'
import { adminMemberPath } from '#features/admin/paths.ts'
import { dateTimeText } from '#features/admin/table.tsx'
import { largeAvatarUrl } from '#features/avatars/address.ts'
import { toPhotoSource } from '#features/photos/names.ts'
import type { Output } from '#platform/contract/wire.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { List, Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import {
  caseKinds,
  decidedText,
  decisions,
  kindTexts,
  type CaseKind,
  type Decision,
} from './kinds.ts'
import { reportReasons } from '#features/reporting/kinds.ts'
import css from './queue.module.css'
import { ReasonDialog } from './reason-dialog.tsx'
import { SuspendMember } from './suspend-member.tsx'

type Case = Output<'GET /admin/cases'>['items'][number]

export const handle: Handle = { title: 'Queue', browserOnly: true }

const queryOf = (search: URLSearchParams) => ({
  state: search.get('state') === 'decided' ? ('decided' as const) : ('open' as const),
  kind: caseKinds.find((kind) => kind === search.get('kind')),
  cursor: search.get('cursor') ?? undefined,
})

export async function loader({ api, url }: LoaderArgs) {
  if (!isViewerAdmin()) return null
  const query = queryOf(url.searchParams)
  return { query, page: await api('GET /admin/cases', query) }
}

const addressOf = (query: { state?: string; kind?: CaseKind; cursor?: string }) => {
  const entries = Object.entries(query).filter(([, value]) => value && value !== 'open')
  const search = new URLSearchParams(entries as [string, string][])
  return search.size > 0 ? `/admin/queue?${search}` : '/admin/queue'
}

export function Component() {
  const data = useScreenData<typeof loader>()
  return <AdminPage title="Queue">{data && <Queue {...data} />}</AdminPage>
}

function Queue({ query, page }: NonNullable<Awaited<ReturnType<typeof loader>>>) {
  const { state, kind } = query
  return (
    <>
      <nav aria-label="Queue">
        <Stack gap={3}>
          <Chips label="State">
            <ChipLink to={addressOf({ kind })} current={state === 'open'}>
              Waiting
            </ChipLink>
            <ChipLink to={addressOf({ kind, state: 'decided' })} current={state === 'decided'}>
              Decided
            </ChipLink>
          </Chips>
          <Chips label="Kind">
            <ChipLink to={addressOf({ state })} current={kind === undefined}>
              All
            </ChipLink>
            {caseKinds.map((value) => (
              <ChipLink key={value} to={addressOf({ state, kind: value })} current={value === kind}>
                {kindTexts[value].label}
              </ChipLink>
            ))}
          </Chips>
        </Stack>
      </nav>
      {page.items.length === 0 && (
        <EmptyState
          title={state === 'open' ? 'Nothing waits for a decision.' : 'Nothing was decided yet.'}
        />
      )}
      <List>
        {page.items.map((item) => (
          <li key={item.id} className={css.case}>
            <CaseDetails item={item} />
            {item.decision ? (
              <Decided item={item} decision={item.decision} />
            ) : (
              <Deciding item={item} />
            )}
          </li>
        ))}
      </List>
      {page.cursor && (
        <LinkButton variant="secondary" to={addressOf({ state, kind, cursor: page.cursor })}>
          Next page
        </LinkButton>
      )}
    </>
  )
}

function CaseDetails({ item }: { item: Case }) {
  const { kind, name, link, member, text, count, counting, reports, accounts } = item
  return (
    <>
      <p className="quiet">
        {kindTexts[kind].label}
        {member && kind !== 'member' && (
          <>
            {' by '}
            <Link to={adminMemberPath({ id: member.userId })}>{member.userName}</Link>
          </>
        )}
      </p>
      <h2>{link ? <Link to={link}>{name}</Link> : 'Deleted since'}</h2>
      <Picture item={item} />
      {text && <blockquote>{text}</blockquote>}
      <p>
        {kind === 'activity'
          ? countWithNoun(count, 'account')
          : countWithNoun(count, 'report') +
            (counting < count ? `, ${counting} of members who count` : '')}
        , since {dateTimeText(item.openedAt)}
      </p>
      <ul className={css.people}>
        {reports.map((report) => (
          <li key={report.userId}>
            <Link to={adminMemberPath({ id: report.userId })}>{report.userName}</Link>
            {!report.counts && ' (doesn’t count)'}
            {report.reason && `: ${reportReasons[report.reason]}.`} {report.words}
          </li>
        ))}
        {accounts.map(({ userId, userName, joinedAt, suspended }) => (
          <li key={userId} className={css.account}>
            <span>
              <Link to={adminMemberPath({ id: userId })}>{userName}</Link>, joined{' '}
              {dateTimeText(joinedAt)}
            </span>
            <SuspendMember
              id={userId}
              userName={userName}
              suspended={suspended}
              reason={kindTexts.activity.reason}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function Picture({ item: { kind, image, member, decision } }: { item: Case }) {
  // A removed picture isn't served.
  if (!image || !member || (decision?.decision === 'remove' && !decision.restored)) return null
  const { userId, userName } = member
  const photo =
    kind === 'member'
      ? { src: largeAvatarUrl(userId, userName, image) }
      : toPhotoSource(`${image}.jpg`)
  return (
    <div className={css.photo}>
      <Photo photo={photo} alt={`Picture by ${userName}`} sizes="10rem" />
    </div>
  )
}

/** The buttons of an open case. A second admin is told what the first one decided. */
function Deciding({ item: { id, kind, name } }: { item: Case }) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const call = useCall('POST /admin/cases/:id/decide')
  const { revalidate } = useRevalidator()
  const buttons = { remove: kindTexts[kind].remove, dismiss: 'Dismiss' }
  const close = () => {
    setDecision(null)
    return revalidate()
  }
  return (
    <Row>
      {decisions.map((value) => (
        <Button
          key={value}
          variant="secondary"
          size="small"
          aria-haspopup="dialog"
          onClick={() => setDecision(value)}
        >
          {buttons[value]}
          <span className="visually-hidden"> {name}</span>
        </Button>
      ))}
      {decision && (
        <ReasonDialog
          title={`${buttons[decision]} ${name}?`}
          button={buttons[decision]}
          hint={decision === 'remove' ? 'It is mailed to the member.' : 'It stands in the audit.'}
          reason={decision === 'remove' ? kindTexts[kind].reason : ''}
          call={call}
          onSend={async (reason) => (await call.run({ id, decision, reason })) && close()}
          onClose={() => void close()}
        />
      )}
    </Row>
  )
}

type DecidedProps = { item: Case; decision: NonNullable<Case['decision']> }

function Decided({ item: { id, kind, name }, decision }: DecidedProps) {
  const { run, busy, error } = useCall('POST /admin/cases/:id/restore')
  const { revalidate } = useRevalidator()
  const canRestore = decision.decision === 'remove' && !decision.restored && kind !== 'activity'
  return (
    <>
      <p>
        {decidedText(kind, decision.decision)} by {decision.by ?? 'an admin'},{' '}
        {dateTimeText(decision.at)}
        {decision.reason && `: ${decision.reason}`}
        {decision.restored && ' Restored since.'}
      </p>
      <Banner tone="bad">{error?.message}</Banner>
      {canRestore && (
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          onClick={async () => (await run({ id })) && revalidate()}
        >
          Restore<span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </>
  )
}
