import type { Output } from '#platform/contract/wire.ts'
import { plural, wordFor } from '#platform/text/plural.ts'
import css from './merge.module.css'
import type { Kind } from '#features/admin/links/merge.ts'

type Compared = Output<'GET /admin/merge/comparison'>

/** What the merging would move, counted by the database. */
export const Moves = ({ kind, comparison }: { kind: Kind; comparison: Compared }) => (
  <section className={css.moves} aria-labelledby="moves">
    <h2 id="moves">What would move</h2>
    <ul>
      {movesOf(kind, comparison).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </section>
)

function movesOf(kind: Kind, { moves }: Compared): string[] {
  const { items, yolos, votes, reports, along } = moves
  const lines =
    kind === 'restaurant'
      ? [
          `${plural(items.moved, 'dish', 'dishes')} ${wordFor(items.moved, 'moves', 'move')} as ${wordFor(items.moved, 'it is', 'they are')}, with ${plural(along.yolos, 'yolo')} and ${plural(along.votes, 'vote')}.`,
        ]
      : []
  if (kind === 'restaurant' && items.joined > 0)
    lines.push(
      `${plural(items.joined, 'dish', 'dishes')} ${wordFor(items.joined, 'becomes', 'become')} one with a dish of the same name.`,
    )
  if (kind === 'item' || items.joined > 0)
    lines.push(
      `${plural(yolos.moved, 'yolo')} and ${plural(votes.moved, 'vote')} ${wordFor(yolos.moved + votes.moved, 'moves', 'move')} to the dish that stays.`,
      yolos.joined === 0
        ? 'No member has saved both.'
        : `${plural(yolos.joined, 'member')} saved both: of ${wordFor(yolos.joined, 'their', 'each one’s')} two the older stays, with the words and tags of both and the newer photo.`,
    )
  if (votes.dropped > 0)
    lines.push(
      `${plural(votes.dropped, 'vote')} ${wordFor(votes.dropped, 'goes', 'go')}: second ones, or for what is one’s own favorite then.`,
    )
  if (reports.moved + reports.dropped > 0)
    lines.push(
      `${plural(reports.moved, 'report')} ${wordFor(reports.moved, 'moves', 'move')}${reports.dropped > 0 ? `, ${reports.dropped} of members who reported both ${wordFor(reports.dropped, 'goes', 'go')}` : ''}.`,
    )
  lines.push(
    yolos.joined > 0
      ? 'Nobody goes over their three: anyone who saved both has a place more.'
      : 'Nobody goes over their three of a category.',
  )
  return lines
}
