import { categoryById } from '#domain/vocabulary/categories.ts'
import { distanceInWords } from '#platform/text/distance.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { countedThings, entriesPerPhoto } from '../entries.ts'
import styles from './contest.module.css'
import type { Contest } from '../contract.ts'
import { formatDay, formatInstant } from '../dates.ts'

export const contestPath = ({ id, slug }: Pick<Contest, 'id' | 'slug'>) =>
  slug ? `/${slug}` : `/contests/${id}`

/** Returns whether no entry counted at the closing, so that nobody could win. */
export const isEmpty = ({ counting }: Pick<Contest, 'counting'>) => counting === 0

/** Shows the prize, who can win it and when, and how to take part. */
export function ContestFacts({ contest }: { contest: Contest }) {
  const { prize, area, categories, eligibility, opensOn, closesOn, drawsOn, state } = contest
  const { entriesFrom, closesAt, timeZone } = contest
  const coming = state === 'coming'
  const over = state === 'past' || state === 'closed'
  const radius = useRadius(area.miles)
  const names = categories.map((one) => categoryById(one)?.name).join(', ')
  return (
    <>
      {state === 'past' && <Banner>{pastContestText(contest)}</Banner>}
      {state === 'closed' && (
        <Banner>This contest is closed. It is to be drawn on {formatDay(drawsOn)}.</Banner>
      )}
      {coming && (
        <Banner>
          Not open yet: it opens on {formatInstant(entriesFrom, timeZone)}. Only what is saved from
          then on counts.
        </Banner>
      )}
      <p className={styles.prize}>{prize}</p>
      <dl className={styles.facts}>
        <div>
          <dt>For</dt>
          <dd>
            The community of {area.name}
            <span className={styles.note}> within {radius}</span>
          </dd>
        </div>
        {names && (
          <div>
            <dt>What counts</dt>
            <dd>{names}</dd>
          </div>
        )}
        <div>
          <dt>Who {over ? 'could' : 'can'} take part</dt>
          <dd>{eligibility}</dd>
        </div>
        {over && opensOn && <Day words="Opened" day={opensOn} />}
        {over && closesOn !== drawsOn && <Day words="Closed" day={closesOn} />}
        {!over && (
          <>
            <Moment words={coming ? 'Opens' : 'Opened'} at={entriesFrom} timeZone={timeZone} />
            <Moment words="Closes" at={closesAt} timeZone={timeZone} />
          </>
        )}
        {!isEmpty(contest) && <Day words="Drawing" day={drawsOn} />}
      </dl>
      <HowToTakePart contest={contest} over={over} />
      <p className={styles.ways}>
        {state === 'open' && <LinkButton to="/add-yolo">Add Your Favorites</LinkButton>}
        <Link to="/contest_disclaimer_and_conditions">Disclaimer and conditions</Link>
      </p>
    </>
  )
}

function HowToTakePart({ contest, over }: { contest: Contest; over: boolean }) {
  const coming = contest.state === 'coming'
  const things = countedThings(contest.categories)
  if (over)
    return (
      <>
        <h2>How it worked</h2>
        <ul className={styles.steps}>
          <li>
            Each favorite {things} saved at a restaurant there while it was open was one entry.
          </li>
          <li>A photo of it gave {entriesPerPhoto} extra entries.</li>
        </ul>
      </>
    )
  return (
    <>
      <h2>How to take part</h2>
      <ol className={styles.steps}>
        <li>
          {coming ? 'Once it is open, save' : 'Save'} a favorite {things} at a restaurant there:
          that is one entry.
        </li>
        <li>Add a photo of it: {entriesPerPhoto} extra entries.</li>
        <li>The more favorites, the more entries. Delete one, and its entries go with it.</li>
        {!coming && <li>Only what is saved since the opening counts: older favorites don’t.</li>}
      </ol>
    </>
  )
}

/** Returns the radius in miles, as in the contest's rules, and also in kilometers if the reader uses them. */
function useRadius(miles: number) {
  const exact = countWithNoun(miles, 'mile')
  return useDistanceUnit() === 'km' ? `${exact} (${distanceInWords(miles, 'km')})` : exact
}

const Day = ({ words, day }: { words: string; day: string }) => (
  <div>
    <dt>{words}</dt>
    <dd>
      <time dateTime={day}>{formatDay(day)}</time>
    </dd>
  </div>
)

type MomentProps = { words: string; at: string; timeZone: string }
const Moment = ({ words, at, timeZone }: MomentProps) => (
  <div>
    <dt>{words}</dt>
    <dd>
      <time dateTime={at}>{formatInstant(at, timeZone)}</time>
    </dd>
  </div>
)

/**
 * Returns the sentence that says that a contest is over. It doesn't mention a winner for contests from before drawings
 * were published, because their winners aren't recorded.
 */
function pastContestText(contest: Contest): string {
  const { drawsOn, seedHash } = contest
  if (isEmpty(contest)) return 'This contest is over: nobody took part, so there was no drawing.'
  return seedHash === null
    ? `This contest is over: it was drawn on ${formatDay(drawsOn)}.`
    : 'This contest is over: it has been drawn, and the winner was notified by e-mail.'
}

/** Returns the line under a contest's title in search engines and shared links. */
export function contestDescription(contest: Contest): string {
  const { prize, area, drawsOn, state, entriesFrom, timeZone } = contest
  const about = `${prize}, for ${area.name}`
  const day = formatDay(drawsOn)
  if (state === 'past') return `${about}. ${pastContestText(contest)}`
  if (state === 'closed') return `${about}. This contest is closed; it is to be drawn on ${day}.`
  if (state === 'coming')
    return `${about}: save a favorite dish from ${formatInstant(entriesFrom, timeZone)} on to take part; drawn on ${day}.`
  return `${about}: save a favorite dish to take part; drawn on ${day}.`
}
