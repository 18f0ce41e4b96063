import type { Output } from '#platform/contract/wire.ts'
import styles from './contest.module.css'
import { formatInstant } from '../dates.ts'

type Found = Output<'GET /contests/:id'>

const words = {
  title: 'Title',
  prize: 'Prize',
  drawsAt: 'Drawing',
  closed: 'Closing',
  seedHash: 'SHA-256 of the seed',
}

/** Shows what was changed after the opening, so that no change goes unnoticed. */
export function ContestChangeLog({ contest }: { contest: Pick<Found, 'changes' | 'timeZone'> }) {
  const { changes, timeZone } = contest
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">Changed after the opening</h2>
      <ul className={styles.steps}>
        {changes.map(({ at, what, before, after }) => {
          const shown = (text: string) =>
            what === 'drawsAt' || what === 'closed' ? formatInstant(text, timeZone) : `“${text}”`
          return (
            <li key={`${at} ${what}`}>
              {formatInstant(at, timeZone)}: {words[what]} from {shown(before)} to {shown(after)}
              {what === 'closed' && ' (closed early)'}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
