import { useQuery } from '@tanstack/react-query'
import type { Output } from '#platform/contract/wire.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { api } from '#platform/web/api/api.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { queryClient } from '#platform/web/queries.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Panel } from '#platform/web/ui/list/card.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { stateText } from './contest-texts.ts'

type MyContest = Output<'GET /contests/mine'>[number]

const queryKey = ['contests', 'mine']

/** Returns the contests in which the viewer has entries; none for visitors and until they are loaded. */
function useMyContests(): MyContest[] {
  const { isLogged } = useSession()
  const { data = [] } = useQuery(
    { queryKey, queryFn: () => api('GET /contests/mine', {}), enabled: isLogged },
    queryClient,
  )
  return data
}

/** Shows the viewer's part in their contests, or only in the contest `id`, on its page. */
export const OwnContests = ({ id }: { id?: number }) =>
  useMyContests()
    .filter((own) => id === undefined || own.id === id)
    .map((own) => <OwnPart key={own.id} own={own} heading={id ? 'Your entries' : undefined} />)

/** Asks after a favorite was saved whether the member may take part, until they say so. */
export const ContestOptInPrompt = () =>
  useMyContests()
    .filter(({ state, confirmed }) => state === 'open' && !confirmed)
    .map((own) => <OwnPart key={own.id} own={own} />)

function OwnPart({ own, heading }: { own: MyContest; heading?: string | undefined }) {
  const { id, title, state, won, confirmed } = own
  const { run, busy, error } = useCall('POST /contests/:id/confirm')
  const confirm = async () => {
    if (await run({ id })) await queryClient.invalidateQueries({ queryKey })
  }
  return (
    <section aria-labelledby={`own-contest-${id}`}>
      <Panel tone={won ? 'basil' : undefined}>
        <Stack gap={3}>
          <h2 id={`own-contest-${id}`}>{heading ?? <Link to={`/contests/${id}`}>{title}</Link>}</h2>
          <Banner tone="bad">{error?.message}</Banner>
          <p aria-live="polite">{textOf(own)}</p>
          {state === 'open' && !confirmed && (
            <Button busy={busy} onClick={() => void confirm()}>
              Yes, I may
            </Button>
          )}
        </Stack>
      </Panel>
    </section>
  )
}

function textOf(own: MyContest): string {
  const { state, won, confirmed, counts, prize, eligibility } = own
  const count = countWithNoun(own.entries, 'entry', 'entries')
  if (won) return `Your entry was drawn: you won ${prize}. We’ll write to you by e-mail.`
  if (state !== 'open') return `${stateText(own)} You took part with ${count}.`
  if (!confirmed)
    return `You have ${count}. This contest is open to: ${eligibility}. May you take part?`
  return counts
    ? `You have ${count} to win: ${prize}.`
    : `You have ${count}. They count once you have verified your e-mail.`
}
