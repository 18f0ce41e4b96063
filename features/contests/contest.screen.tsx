import { categoryById } from '#domain/vocabulary/categories.ts'
import { distanceInWords } from '#platform/text/distance.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import type { GetHeadContent } from '#platform/web/head.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import { idFromParam } from '#platform/web/navigation/not-found.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { contestPath, countedThings, formatDay, formatInstant, stateText } from './contest-texts.ts'
import styles from './contest.module.css'
import type { Contest } from './contract.ts'
import { OwnContests } from './own-contest.tsx'

/** Loads the contest that the address names: by its id, or 'contest1' for /contest1, which a migration creates. */
export async function loader({ api, params, url }: LoaderArgs): Promise<Contest> {
  if (params.id) return api('GET /contests/:id', { id: idFromParam(params.id) })
  const all = await api('GET /contests', {})
  return all.find(({ slug }) => url.pathname === `/${slug}`)!
}

const head: GetHeadContent = ({ data }) => {
  const contest = data as Contest
  return {
    title: contest.title,
    description: `${contest.prize}, for ${contest.area.name}. ${stateText(contest)}`,
    canonical: contestPath(contest),
  }
}

export const handle: Handle = { head }

export function Component() {
  const contest = useScreenData<typeof loader>()
  const isOver = contest.state === 'past' || contest.state === 'closed'
  return (
    <Content width="list">
      <Stack gap={5}>
        <h1>{contest.title}</h1>
        {isOver && <Banner>{stateText(contest)}</Banner>}
        <p className={styles.prize}>{contest.prize}</p>
        <Facts contest={contest} isOver={isOver} />
        <h2>How to take part</h2>
        <ol>
          <li>
            While it is open, save a favorite {countedThings(contest.categories)} at a restaurant
            there: that is one entry. Older favorites don’t count.
          </li>
          <li>Add a photo of it: 4 extra entries.</li>
          <li>The more favorites, the more entries. Delete one, and its entries go with it.</li>
        </ol>
        <p className="links">
          {contest.state === 'open' && <LinkButton to="/add-yolo">Add Your Favorites</LinkButton>}
          <Link to="/contest_disclaimer_and_conditions">Disclaimer and conditions</Link>
          <Link to="/contests">All contests</Link>
        </p>
        <Drawing contest={contest} />
        <OwnContests id={contest.id} />
      </Stack>
    </Content>
  )
}

function Facts({ contest, isOver }: { contest: Contest; isOver: boolean }) {
  const { area, categories, eligibility, opensAt, closesAt, drawsAt, state, timeZone } = contest
  const radius = distanceInWords(area.miles, useDistanceUnit())
  const facts = [
    ['For', `The community of ${area.name}, within ${radius}`],
    ['What counts', categories.map((category) => categoryById(category)?.name).join(', ')],
    [`Who ${isOver ? 'could' : 'can'} take part`, eligibility],
    [state === 'coming' ? 'Opens' : 'Opened', opensAt && formatInstant(opensAt, timeZone)],
    [isOver ? 'Closed' : 'Closes', formatInstant(closesAt, timeZone)],
    ['Drawing', formatDay(drawsAt, timeZone)],
  ]
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, text]) => text)
        .map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Shows how the winner is drawn and, after the drawing, all that is needed to repeat it. */
function Drawing({ contest }: { contest: Contest }) {
  const { id, publicValueName, entryCount, listHash, draws, timeZone } = contest
  if (publicValueName === null || entryCount === 0) return null
  return (
    <Stack gap={3}>
      <h2>The drawing</h2>
      <p>
        A public value that nobody can know before the closing decides: {publicValueName}. The
        entries are numbered from 0. The SHA-256 of the value, a colon and the number of the drawing
        (0, or more if it is drawn again), read as one number and divided by the count of entries,
        leaves the winner’s number.
      </p>
      {entryCount !== null && (
        <p>
          {countWithNoun(entryCount, 'entry', 'entries')} counted at the closing:{' '}
          <a href={`/api/contests/${id}/list`}>the list</a>. Its SHA-256:
          <code className={styles.code}>{listHash}</code>
        </p>
      )}
      <ul>
        {draws.map(({ k, entry, publicValue, reason, drawnAt }) => (
          <li key={k}>
            {k === 0 ? 'Drawn' : `Drawn again (${reason})`} {formatInstant(drawnAt, timeZone)} from
            <code className={styles.code}>{`${publicValue}:${k}`}</code>
            Entry number <strong>{entry}</strong> won.
          </li>
        ))}
      </ul>
    </Stack>
  )
}
