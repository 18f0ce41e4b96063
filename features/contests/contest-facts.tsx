import { categoryById } from '#domain/vocabulary/categories.ts'
import { distanceInWords } from '#platform/text/distance.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import styles from './contest.module.css'
import type { Contest } from './contract.ts'
import { formatDay, formatInstant } from './dates.ts'
import { countedThings, drawingText, entriesPerPhoto } from './entries.ts'

export const contestPath = ({ id, slug }: Pick<Contest, 'id' | 'slug'>) =>
  slug ? `/${slug}` : `/contests/${id}`

/** Shows the prize, who can win it and when, how to take part, and the drawing. */
export function ContestFacts({ contest }: { contest: Contest }) {
  const { prize, area, categories, eligibility, opensAt, closesOn, drawsOn, state } = contest
  const radius = useRadius(area.miles)
  const over = state === 'past' || state === 'closed'
  const names = categories.map((category) => categoryById(category)?.name).join(', ')
  const moment = (at: string) => <time dateTime={at}>{formatInstant(at, contest.timeZone)}</time>
  const day = (on: string) => <time dateTime={on}>{formatDay(on)}</time>
  const facts: [string, React.ReactNode][] = [
    ['For', `The community of ${area.name}, within ${radius}`],
    ['What counts', names],
    [`Who ${over ? 'could' : 'can'} take part`, eligibility],
    [state === 'coming' ? 'Opens' : 'Opened', opensAt && !over && moment(opensAt)],
    [over ? 'Closed' : 'Closes', over ? day(closesOn) : moment(contest.closesAt)],
    ['Drawing', day(drawsOn)],
  ]
  return (
    <>
      {over && (
        <Banner>
          {state === 'past'
            ? pastText(contest)
            : `This contest is closed. It is to be drawn on ${formatDay(drawsOn)}.`}
        </Banner>
      )}
      <p className={styles.prize}>{prize}</p>
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
      <HowToTakePart contest={contest} over={over} />
      <p className={styles.ways}>
        {state === 'open' && <LinkButton to="/add-yolo">Add Your Favorites</LinkButton>}
        <Link to="/contest_disclaimer_and_conditions">Disclaimer and conditions</Link>
      </p>
      <Drawing contest={contest} />
    </>
  )
}

function HowToTakePart({ contest, over }: { contest: Contest; over: boolean }) {
  const things = countedThings(contest.categories)
  if (over)
    return (
      <p>
        Each favorite {things} saved at a restaurant there while it was open was one entry, and a
        photo of it gave {entriesPerPhoto} extra entries.
      </p>
    )
  return (
    <>
      <h2>How to take part</h2>
      <ol className={styles.steps}>
        <li>
          {contest.state === 'coming' ? 'Once it is open, save' : 'Save'} a favorite {things} at a
          restaurant there: that is one entry. Older favorites don’t count.
        </li>
        <li>Add a photo of it: {entriesPerPhoto} extra entries.</li>
        <li>The more favorites, the more entries. Delete one, and its entries go with it.</li>
      </ol>
    </>
  )
}

/** Shows how the winner is drawn and, after the drawing, all that is needed to repeat it. */
function Drawing({ contest }: { contest: Contest }) {
  const { id, publicValueName, entryCount, listHash, draws, timeZone } = contest
  if (publicValueName === null || entryCount === 0) return null
  return (
    <section aria-labelledby="drawing">
      <h2 id="drawing">The drawing</h2>
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
      <ul className={styles.steps}>
        {draws.map(({ k, entry, publicValue, reason, drawnAt }) => (
          <li key={k}>
            {k === 0 ? 'Drawn' : `Drawn again (${reason})`} {formatInstant(drawnAt, timeZone)} from
            <code className={styles.code}>{drawingText(publicValue, k)}</code>
            Entry number <strong>{entry}</strong> won.
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the radius in miles, as in the contest's rules, and also in kilometers if the reader uses them. */
function useRadius(miles: number) {
  const exact = countWithNoun(miles, 'mile')
  return useDistanceUnit() === 'km' ? `${exact} (${distanceInWords(miles, 'km')})` : exact
}

/** The winners of former years, whose drawings have no public value, aren't recorded. */
function pastText({ drawsOn, publicValueName, entryCount }: Contest): string {
  if (entryCount === 0) return 'This contest is over: nobody took part, so there was no drawing.'
  return publicValueName === null
    ? `This contest is over: it was drawn on ${formatDay(drawsOn)}.`
    : 'This contest is over: it has been drawn, and the winner was notified by e-mail.'
}

/** Returns the line under a contest's title in search engines and shared links. */
export function contestDescription(contest: Contest): string {
  const { prize, area, drawsOn, state } = contest
  const about = `${prize}, for ${area.name}`
  const day = formatDay(drawsOn)
  if (state === 'past') return `${about}. ${pastText(contest)}`
  if (state === 'closed') return `${about}. This contest is closed; it is to be drawn on ${day}.`
  return `${about}: save a favorite dish to take part; drawn on ${day}.`
}
