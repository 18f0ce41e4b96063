import { useRef, useState } from 'react'
import { countWithNoun } from '#platform/text/plural.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { loginPathReturningTo } from '#platform/web/navigation/next-path.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { useCall } from '#platform/web/api/use-call.ts'
import styles from './contest.module.css'
import type { Contest } from '../contract.ts'
import { formatInstant } from '../dates.ts'
import { countedThings } from '../entries.ts'
import { ContestWinPanel } from '../drawing/won.tsx'
import { type MyContest, useMyContests } from '../my-contests.ts'

/** Outcomes of a winner who may still answer, until a redraw is announced. */
const answerable: readonly (string | undefined)[] = ['waiting', 'unanswered', 'declined', 'held']

/** Shows the viewer's part in one contest, on the contest's page. A visitor may be the winner, whom a mail led here. */
export function OwnContest({ contest: { id, draws, redraw } }: { contest: Contest }) {
  const { isLogged } = useSession()
  const mine = useMyContests().find((one) => one.id === id)
  if (!isLogged && redraw === null && answerable.includes(draws.at(-1)?.outcome))
    return (
      <p>
        <Link
          to={loginPathReturningTo({ pathname: `/contests/${id}`, search: '' })}
          className="lone-link"
        >
          Was it your entry? Log in to answer
        </Link>
      </p>
    )
  return mine ? <OwnPart mine={mine} /> : null
}

/** Shows all contests that concern the viewer, on My Page. `page` is that page's data. */
export function OwnContests({ page }: { page: unknown }) {
  const mine = useMyContests(page)
  return mine.map((one) => (
    <OwnPart key={`${one.id} ${one.entries} ${one.counting} ${one.eligible}`} mine={one} named />
  ))
}

/** Returns the contests in which the member's entries would count if they answered that they may take part. */
export const useUnansweredContests = () =>
  useMyContests().filter(
    ({ state, entries, eligible, memberCounts }) =>
      state === 'open' && entries > 0 && eligible === null && memberCounts,
  )

/** Shown after a favorite was saved. Asks once per contest whether the member may take part. */
export const ContestOptInPrompt = ({ open }: { open: MyContest[] }) =>
  open.map((one) => <OwnPart key={one.id} mine={one} named />)

function OwnPart({ mine, named = false }: { mine: MyContest; named?: boolean }) {
  const { id, title, state, won } = mine
  const heading = `own-contest-${id}`
  return (
    <section aria-labelledby={heading}>
      <Panel tone={won ? 'accent' : undefined}>
        <Stack gap={3}>
          <h2 id={heading} className={styles.ownTitle}>
            {named ? <Link to={`/contests/${id}`}>{title}</Link> : 'Your entries'}
          </h2>
          {won && <ContestWinPanel contest={mine} won={won} />}
          {state === 'open' || state === 'closed' ? <Entries mine={mine} named={named} /> : null}
          {state === 'past' && !won && (
            <p>
              {countWithNoun(mine.counting, 'entry', 'entries')} of yours took part. It is over.
              {whyNone(mine)}
            </p>
          )}
        </Stack>
      </Panel>
    </section>
  )
}

const whyNone = ({ entries, counting, eligible }: MyContest) =>
  entries > 0 && counting === 0 && eligible === null && ' You didn’t say whether you may take part.'

function Entries({ mine, named }: { mine: MyContest; named: boolean }) {
  const { id, entries, memberCounts, state, prize } = mine
  const [eligible, setEligible] = useState(mine.eligible)
  const [counting, setCounting] = useState(mine.counting)
  const { run, busy, error } = useCall('POST /contests/:id/confirm')
  const words = useRef<HTMLOutputElement>(null)
  const say = async (answer: boolean) => {
    const confirmed = await run({ id, eligible: answer })
    if (confirmed) {
      setEligible(confirmed.eligible)
      setCounting(confirmed.counting)
      // The focus moves here, because the button that had the focus is gone.
      words.current?.focus()
    }
  }
  if (state === 'closed')
    return (
      <p>
        Closed: {countWithNoun(counting, 'entry of yours takes', 'entries of yours take')} part in
        the drawing.{whyNone(mine)}
      </p>
    )
  if (entries === 0) return <Invitation mine={mine} named={named} />
  const yours = countWithNoun(entries, 'entry', 'entries')
  const one = entries === 1
  if (mine.held)
    return (
      <p>
        You have {yours}, which {one ? 'doesn’t' : 'don’t'} count while your votes are set aside.
      </p>
    )
  if (!memberCounts)
    return <p>You have {yours}, which will count once you have verified your e-mail.</p>
  return (
    <>
      <Banner tone="bad">{error?.message}</Banner>
      <output ref={words} tabIndex={-1}>
        {eligible && `You have ${countWithNoun(counting, 'entry', 'entries')} to win: ${prize}.`}
        {eligible === false &&
          `You said that you may not take part, so your ${yours} ${one ? 'doesn’t' : 'don’t'} count.`}
        {eligible === null && `You have ${yours}, which ${one ? 'waits' : 'wait'} for one answer.`}
      </output>
      {eligible !== null && (
        <Row>
          <Button variant="quiet" size="small" busy={busy} onClick={() => void say(!eligible)}>
            {eligible ? 'I may not after all' : 'I may after all'}
          </Button>
        </Row>
      )}
      {eligible === null && (
        <>
          <p>
            This contest is open to: {mine.eligibility.replace(/[.\s]+$/, '')}. May you take part?
          </p>
          <Row>
            <Button busy={busy} onClick={() => void say(true)}>
              Yes, I may
            </Button>
            <Button variant="secondary" onClick={() => void say(false)}>
              No
            </Button>
          </Row>
        </>
      )}
    </>
  )
}

/** The contest's own page, where `named` is false, says elsewhere that older favorites don't count. */
const Invitation = ({ mine, named }: { mine: MyContest; named: boolean }) => (
  <p>
    Save a favorite {countedThings(mine.categories)} in {mine.areaName} by{' '}
    {formatInstant(mine.closesAt, mine.timeZone)} to win: {mine.prize}.
    {named && ' What was saved before the opening doesn’t count.'}
  </p>
)
