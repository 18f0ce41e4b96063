import { Link } from '#platform/web/navigation/link.tsx'
import { contestPath } from './contest-facts.tsx'
import styles from './contest.module.css'
import type { Contest } from '../contract.ts'
import { formatInstant } from '../dates.ts'

/** Returns the open contests, the one that closes soonest first. */
export const openContests = (all: readonly Contest[]) =>
  all
    .filter(({ state }) => state === 'open')
    .sort((a, b) => a.closesAt.localeCompare(b.closesAt) || a.id - b.id)

/** Returns a short text that says whether one can still take part. */
function stateText({ state, entriesFrom, closesAt, timeZone }: Contest): string {
  if (state === 'open') return `Open until ${formatInstant(closesAt, timeZone)}`
  if (state === 'coming') return `Opens ${formatInstant(entriesFrom, timeZone)}`
  return state === 'closed' ? 'Closed, to be drawn' : 'Over'
}

/** Links to contests, each with its state. Those that are open come first. */
export function ContestList({ contests }: { contests: readonly Contest[] }) {
  const open = openContests(contests)
  return (
    <ul className={styles.contests}>
      {[...open, ...contests.filter((one) => !open.includes(one))].map((one) => (
        <li key={one.id}>
          <Link to={contestPath(one)}>{one.title}</Link>
          <span className={one.state === 'open' ? styles.open : styles.state}>
            {stateText(one)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Lists the other contests on a contest's page. */
export function OtherContests({ contests }: { contests: readonly Contest[] }) {
  if (contests.length === 0) return null
  return (
    <>
      <h2 id="others">Other contests</h2>
      <nav aria-labelledby="others">
        <ContestList contests={contests} />
      </nav>
    </>
  )
}
