import { useRevalidator } from 'react-router'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api.ts'
import { Link } from '#platform/web/link.tsx'
import { useLoaded, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { PageHead } from '#platform/web/ui/page/page-head.tsx'
import { Changes } from '../changes.tsx'
import { dayOf, momentOf } from '../dates.ts'
import { adminIsHere } from '#features/admin/frame/admin-is-here.ts'
import css from './admin.module.css'
import { ContestForm, type ContestFacts } from './contest-form.tsx'
import { outcomeWords, stateWords } from './outcome-words.ts'
import { Steps } from './steps.tsx'

export type Found = Output<'GET /admin/contests/:id'>

export const loader = async ({ api: ask, params }: LoaderArgs): Promise<Found | null> =>
  adminIsHere() ? ask('GET /admin/contests/:id', { id: Number(params.id) }) : null

export const handle: Handle = { title: 'Contest', browserOnly: true }

export function Component() {
  const contest = useLoaded<typeof loader>()
  return <AdminPage>{contest && <OneContest contest={contest} />}</AdminPage>
}

function OneContest({ contest }: { contest: Found }) {
  const { id, title, state, area, timeZone, closedAt } = contest
  const { revalidate } = useRevalidator()
  const change = async (facts: Partial<ContestFacts>) => {
    await api('PUT /contests/:id', { id, ...facts })
    await revalidate()
  }
  return (
    <Stack gap={5}>
      <PageHead title={title} up={{ to: '/admin/contests', label: 'Contests' }} />
      <dl className={css.facts}>
        <dt>State</dt>
        <dd>{stateWords[state]}</dd>
        <dt>Area</dt>
        <dd>
          {area.name}, within {area.miles.toLocaleString('en')} miles
        </dd>
        <dt>{closedAt ? 'Closed' : 'Closes'}</dt>
        <dd>{momentOf(closedAt ?? contest.closesAt, timeZone)}</dd>
        <dt>Drawing</dt>
        <dd>{momentOf(contest.drawsAt, timeZone)}</dd>
        <dt>Entries that count</dt>
        <dd>
          {contest.counting} of {contest.entryCount}
        </dd>
        <dt>Members who count</dt>
        <dd>
          {contest.membersCounting} of {contest.members}
        </dd>
      </dl>
      <p>
        <Link to={`/contests/${id}`}>The page that everyone sees</Link>
      </p>
      <Steps contest={contest} onDone={revalidate} />
      {contest.winners.length > 0 && <Winners contest={contest} />}
      {state !== 'past' && (
        <DisclosurePanel summary="Change it">
          {/* Begun again when what it began with has changed. */}
          <ContestForm
            key={JSON.stringify([contest.title, contest.prize, contest.drawsAt, state])}
            contest={contest}
            button="Save"
            send={change}
          />
        </DisclosurePanel>
      )}
      <Changes contest={contest} />
    </Stack>
  )
}

function Winners({ contest: { winners, timeZone } }: { contest: Found }) {
  return (
    <section aria-labelledby="winners">
      <h2 id="winners">Winners</h2>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Draw</th>
              <th scope="col">Entry</th>
              <th scope="col">Member</th>
              <th scope="col">Answer</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {winners.map(({ k, entry, member, outcome, answerBy, remindedAt, overdueAt }) => (
              <tr key={k}>
                <th scope="row">{k === 0 ? 'First' : `Again, ${k}`}</th>
                <td data-label="Entry">{entry}</td>
                <td data-label="Member">
                  {member ? (
                    <span>
                      <Link to={`/user/${member.id}`}>{member.userName}</Link> {member.email}
                    </span>
                  ) : (
                    'Has left'
                  )}
                </td>
                <td data-label="Answer">
                  <span>
                    {outcomeWords[outcome]}
                    {member?.mayBeShown && ', name may be shown'}
                  </span>
                </td>
                <td data-label="Until">
                  <span>
                    {dayOf(answerBy, timeZone)}
                    {remindedAt && `, reminded ${dayOf(remindedAt, timeZone)}`}
                    {overdueAt && ', overdue'}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
