import { useQuery } from '@tanstack/react-query'
import { countWithNoun } from '#platform/text/plural.ts'
import type { Output } from '#platform/contract/wire.ts'
import { api } from '#platform/web/api/api.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { queryClient } from '#platform/web/queries.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { formatInstant } from './dates.ts'
import { countedThings } from './entries.ts'

export type MyContest = Output<'GET /contests/mine'>[number]

const queryKey = ['contests', 'mine']

/** Returns the contests that concern the viewer; none for visitors and until they are loaded. */
export function useMyContests(): MyContest[] {
  const { isLogged } = useSession()
  const { data = [] } = useQuery(
    { queryKey, queryFn: () => api('GET /contests/mine', {}), enabled: isLogged },
    queryClient,
  )
  return data
}

/** Shows the viewer's part in one contest, on the contest's page. */
export function OwnContest({ id }: { id: number }) {
  const mine = useMyContests().find((contest) => contest.id === id)
  return mine ? <OwnPart mine={mine} /> : null
}

/** Shows all contests that concern the viewer, on My Page. */
export const OwnContests = () =>
  useMyContests().map((mine) => <OwnPart key={mine.id} mine={mine} named />)

/** Returns the contests in which the member's entries would count if they answered that they may take part. */
export const useUnansweredContests = () =>
  useMyContests().filter(
    ({ state, entries, eligible, memberCounts }) =>
      state === 'open' && entries > 0 && eligible === null && memberCounts,
  )

/** Shown after a favorite was saved. Asks once per contest whether the member may take part. */
export const ContestOptInPrompt = ({ open }: { open: MyContest[] }) =>
  open.map((mine) => <OwnPart key={mine.id} mine={mine} named />)

function OwnPart({ mine, named = false }: { mine: MyContest; named?: boolean }) {
  const { id, title, prize, state, won } = mine
  const heading = `own-contest-${id}`
  return (
    <section aria-labelledby={heading}>
      <Panel tone={won ? 'accent' : undefined}>
        <Stack gap={3}>
          <h2 id={heading}>
            {named ? <Link to={`/contests/${id}`}>{title}</Link> : 'Your entries'}
          </h2>
          {won && <p>Your entry was drawn: you won {prize}. We’ll write to you by e-mail.</p>}
          {state === 'open' ? <OpenEntries mine={mine} /> : !won && <p>{closedText(mine)}</p>}
        </Stack>
      </Panel>
    </section>
  )
}

const closedText = ({ entries, eligible, state }: MyContest) => {
  const count = countWithNoun(eligible ? entries : 0, 'entry', 'entries')
  return state === 'closed'
    ? `Closed, to be drawn. You take part with ${count}.`
    : `It is over. You took part with ${count}.`
}

function OpenEntries({ mine }: { mine: MyContest }) {
  const { id, entries, eligible, memberCounts, prize } = mine
  const { run, busy, error } = useCall('POST /contests/:id/confirm')
  const confirm = async (answer: boolean) => {
    if (await run({ id, eligible: answer })) await queryClient.invalidateQueries({ queryKey })
  }
  if (entries === 0)
    return (
      <p>
        Save a favorite {countedThings(mine.categories)} in {mine.areaName} by{' '}
        {formatInstant(mine.closesAt, mine.timeZone)} to win: {prize}. Older favorites don’t count.
      </p>
    )
  const count = countWithNoun(entries, 'entry', 'entries')
  if (!memberCounts) return <p>You have {count}. They count once you have verified your e-mail.</p>
  return (
    <>
      <Banner tone="bad">{error?.message}</Banner>
      <p aria-live="polite">
        {eligible === null &&
          `You have ${count}. This contest is open to: ${mine.eligibility.replace(/[.\s]+$/, '')}. May you take part?`}
        {eligible && `You have ${count} to win: ${prize}.`}
        {eligible === false && `You said that you may not take part. Your ${count} don’t count.`}
      </p>
      <Row>
        {eligible !== true && (
          <Button busy={busy} onClick={() => void confirm(true)}>
            {eligible === null ? 'Yes, I may' : 'I may after all'}
          </Button>
        )}
        {eligible !== false && (
          <Button variant="secondary" busy={busy} onClick={() => void confirm(false)}>
            {eligible === null ? 'No' : 'I may not after all'}
          </Button>
        )}
      </Row>
    </>
  )
}
