import { Link } from '#platform/web/navigation/link.tsx'
import { contestPath } from './contest-facts.tsx'
import styles from './contest.module.css'
import type { Contest } from './contract.ts'
import { formatInstant } from './dates.ts'

/** Returns a short text that says whether one can still take part. */
function stateText({ state, opensAt, closesAt, timeZone }: Contest): string {
  if (state === 'open') return `Open until ${formatInstant(closesAt, timeZone)}`
  if (state === 'coming') return `Opens ${formatInstant(opensAt!, timeZone)}`
  return state === 'closed' ? 'Closed, to be drawn' : 'Over'
}

/** Links to contests, each with its state. */
export const ContestList = ({ contests }: { contests: readonly Contest[] }) => (
  <ul className={styles.contests}>
    {contests.map((contest) => (
      <li key={contest.id}>
        <Link to={contestPath(contest)}>{contest.title}</Link>
        <span className={contest.state === 'open' ? styles.open : styles.note}>
          {stateText(contest)}
        </span>
      </li>
    ))}
  </ul>
)
