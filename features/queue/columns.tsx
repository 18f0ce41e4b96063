import { createContext, use } from 'react'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { firstOfEach } from '#domain/queue/first-of-each.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import { largeAvatarUrl } from '#features/avatars/address.ts'
import { toPhotoSource } from '#features/photos/names.ts'
import { dayColumn, type Column } from './table/column.ts'
import type { SortColumn } from './table/use-list-table.ts'
import type { QueueDecision } from './limits.ts'
import css from './queue.module.css'
import { decisionButtonTexts, type Case, type CaseState } from './case.ts'
import { WithheldPicture } from './withheld-picture.tsx'

/** Maximum number of reporters shown by name; the others are counted. */
const named = 3

const recordText = ({ confirmed, dismissed }: Case['reporters'][number]) =>
  confirmed + dismissed === 0 ? 'first report' : `right ${confirmed}, wrong ${dismissed}`

/** A cluster lists its accounts in place of reporters. */
const isCluster = ({ texts }: Case) => texts.noun === 'cluster'

/**
 * The nouns for counts of something other than reports. The count of a pair of dishes is the number of favorites that a
 * merging would move.
 */
const countNouns: Record<string, string> = {
  cluster: 'account',
  pair: 'favorite',
  answer: 'answer',
}

/** Returns, for example, '2 count', or nothing if all reports count. */
function countingText({ count, counting = count }: Case): string {
  if (counting === count) return ''
  return counting === 0 ? 'none counts' : `${counting} ${pluralize(counting, 'counts', 'count')}`
}

function reporterText(one: Case, reporter: Case['reporters'][number]): string {
  const notes = [
    ...(isCluster(one) ? [] : [recordText(reporter)]),
    ...(reporter.verified ? [] : ['unverified']),
  ].join(', ')
  return notes ? `${reporter.userName} (${notes})` : reporter.userName
}

function Reporters({ one }: { one: Case }) {
  const { count } = one
  const reporters = firstOfEach(one.reporters)
  const more = count - Math.min(named, reporters.length)
  return (
    <ul className={css.reporters}>
      {reporters.slice(0, named).map((reporter) => (
        <li key={`${reporter.userId} ${reporter.at}`}>{reporterText(one, reporter)}</li>
      ))}
      {more > 0 && reporters.length > 0 && <li>and {countWithNoun(more, 'other')}</li>}
    </ul>
  )
}

function Picture({ one: { about, name, image, withheld, member } }: { one: Case }) {
  const photoBy = `Photo by ${member?.userName}`
  if (withheld) {
    const alt = withheld.of === 'photo' ? photoBy : `Picture of ${name}`
    return <WithheldPicture key={withheld.name} {...withheld} alt={alt} />
  }
  if (!image) return null
  return (
    <div className={css.photo}>
      {about === 'member' && member ? (
        <Photo
          photo={{ src: largeAvatarUrl(member.userId, member.userName, image) }}
          alt={`Picture of ${member.userName}`}
          shape="square"
        />
      ) : (
        <Photo photo={toPhotoSource(image)} alt={photoBy} sizes="10rem" />
      )}
    </div>
  )
}

/** Shows a case: what it is and whose, its photo and text, and what the reporters say about it. */
function What({ one }: { one: Case }) {
  const { text, note, reporters } = one
  return (
    <div className={css.what}>
      <p>{whatText(one)}</p>
      <Picture one={one} />
      {note && <p className={css.seen}>{note}</p>}
      {text && <blockquote>{text}</blockquote>}
      {reporters
        .filter(({ reasonText }) => reasonText)
        .slice(0, named)
        .map(({ userId, at, reasonText, words, seen }) => (
          <p key={`${userId} ${at}`}>
            <strong>{reasonText}</strong> {words}
            {seen !== null && seen !== text && <span className={css.seen}> It said: {seen}</span>}
          </p>
        ))}
    </div>
  )
}

/** Returns, for example, 'Text by Ann, Jane’s Diner'. */
function whatText({ about, texts, member, restaurantName }: Case): string {
  const what = texts.label
  const whose = member && about !== 'member' ? `${what} by ${member.userName}` : what
  return restaurantName && about !== 'restaurant' ? `${whose}, ${restaurantName}` : whose
}

/** Returns, for example, 'Removed' or 'Held'. */
function decidedText(one: Case): string {
  const { done } = decisionButtonTexts(one, one.state === 'removed' ? 'remove' : 'dismiss')
  return done[0]!.toUpperCase() + done.slice(1)
}

const allText = (one: Case) =>
  [
    whatText(one),
    one.text,
    ...one.reporters.flatMap(({ reasonText, words }) => (reasonText ? [reasonText, words] : [])),
  ]
    .filter(Boolean)
    .join(' ')

const shared: Column<Case, never>[] = [
  { id: 'name', label: 'Name', to: ({ link }) => link },
  { id: 'what', label: 'What', value: allText, cell: (one) => <What one={one} /> },
  {
    id: 'count',
    label: 'How many',
    cell: (one) => {
      const counted = countWithNoun(one.count, countNouns[one.texts.noun] ?? 'report')
      return [counted, countingText(one), one.hidden && one.texts.hiddenText]
        .filter(Boolean)
        .join(', ')
    },
    number: true,
  },
  {
    id: 'reporters',
    label: 'Who',
    value: (one) => one.reporters.map((reporter) => reporterText(one, reporter)).join('; '),
    cell: (one) => <Reporters one={one} />,
  },
]

export const decisionsByState: Record<CaseState, QueueDecision[]> = {
  open: ['remove', 'dismiss'],
  decided: ['restore'],
}

/** The function that the buttons of a row call. */
export const DecideContext = createContext<(cases: Case[], decision: QueueDecision) => void>(
  () => {},
)

function Buttons({ one, state }: { one: Case; state: CaseState }) {
  const decide = use(DecideContext)
  return (
    <div className={css.buttons}>
      {decisionsByState[state].map((decision) => (
        <Button
          key={decision}
          variant="secondary"
          size="small"
          // Keyboard users decide with the keys of the row, so these buttons are only for a pointer.
          tabIndex={-1}
          aria-label={`${decisionButtonTexts(one, decision).button} ${one.name}`}
          onClick={() => decide([one], decision)}
        >
          {decisionButtonTexts(one, decision).button}
        </Button>
      ))}
    </div>
  )
}

const deciding = (state: CaseState): Column<Case, never> => ({
  id: 'decide',
  label: 'Decide',
  value: () => null,
  cell: (one) => <Buttons one={one} state={state} />,
})

export const columnsByState: Record<CaseState, Column<Case, SortColumn<'GET /admin/queue'>>[]> = {
  open: [
    ...shared.map((column) =>
      column.id === 'count' ? { ...column, sort: 'count' as const } : column,
    ),
    dayColumn('newest', 'Newest', ({ newest }) => newest, 'newest'),
    deciding('open'),
  ],
  decided: [
    ...shared,
    {
      id: 'decision',
      label: 'Decided',
      value: (one) =>
        `${decidedText(one)} by ${one.decision?.by ?? 'an admin'}: ${one.decision?.reason}`,
    },
    dayColumn('decidedAt', 'When', ({ decision }) => decision?.at ?? null),
    deciding('decided'),
  ],
}
