import { lazy, type ReactNode, Suspense } from 'react'
import type { Point } from '#domain/position/miles.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { ExportLinks } from '#features/items/export-links.tsx'
import { distanceInWords, type DistanceUnit } from '#platform/text/distance.ts'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { DishList } from '../dish-list.tsx'
import { cityNameWithoutRegion, cityQueryString, type ListingQuery } from '../question.ts'
import { LikelyRestaurants } from './likely-restaurants.tsx'
import type { Listing } from './listing-loader.ts'
import styles from './lists.module.css'
import type { ListingQueryControls } from './use-question.ts'

// Most lists aren't empty.
const NothingFound = lazy(async () => ({
  default: (await import('./nothing-found.tsx')).NothingFound,
}))

type Props = { listing: Listing; controls: ListingQueryControls }

/** The list near the point, restaurants that likely serve the category, and the best dishes anywhere else. */
export function NearByAndTopLists({ listing, controls }: Props) {
  const { error, likely } = listing
  const unit = useDistanceUnit()
  return (
    <div
      id="lists"
      className={styles.lists}
      aria-busy={controls.busy}
      data-busy={controls.busy || undefined}
    >
      <output className="visually-hidden">{controls.busy ? '' : summary(listing, unit)}</output>
      {error ? (
        <TryAgain message={error} />
      ) : (
        <Suspense>
          <NearBy listing={listing} controls={controls} />
          {likely.length > 0 && <LikelyRestaurants listing={listing} />}
          <Top listing={listing} controls={controls} />
        </Suspense>
      )}
    </div>
  )
}

function NearBy({ listing, controls }: Props) {
  const unit = useDistanceUnit()
  const { category, question, nearBy, nearByCursor, top, from, spot } = listing
  const { point, distanceMiles } = question
  // A further page contains only one of the two lists.
  if (!point || (from > 0 && top.length > 0)) return null
  const where = spot ? `of ${cityNameWithoutRegion(spot.name)}` : 'of here'
  const label = `Within ${distanceInWords(distanceMiles, unit)} ${where}`
  const shown = from + nearBy.length
  return (
    <Section
      id="near-by"
      title={label}
      note={shown > 0 && <p className="quiet">{dishCount(shown, nearByCursor)}</p>}
    >
      {shown > 0 ? (
        <>
          <DishList {...{ listing, controls, label }} list="nearBy" large={3} first />
          <ExportLinks to={exportPath(category, point, question)} />
        </>
      ) : (
        <NothingFound listing={listing} controls={controls} />
      )}
    </Section>
  )
}

function Top({ listing, controls }: Props) {
  const { question, nearBy, top, category } = listing
  const { point } = question
  if (top.length === 0) return point ? null : <NothingFound listing={listing} controls={controls} />
  const { name } = categoryById(category)
  return (
    <Section id="top" title={point ? `Top ${name} elsewhere` : `Top ${name} everywhere`}>
      <DishList
        {...{ listing, controls }}
        list="top"
        label={`Top ${name}`}
        large={point ? 0 : 3}
        first={nearBy.length === 0}
      />
    </Section>
  )
}

type SectionProps = { id: string; title: string; note?: ReactNode; children: ReactNode }

const Section = ({ id, title, note, children }: SectionProps) => (
  <section className={styles.section} aria-labelledby={id}>
    <header className={styles.head}>
      <h2 id={id}>{title}</h2>
      {note}
    </header>
    {children}
  </section>
)

const dishCount = (count: number, more: string | null) =>
  `${count}${more ? '+' : ''} ${pluralize(count, 'dish', 'dishes')}`

/** Returns the text that screen readers read when a new list has loaded. */
function summary({ nearBy, top, nearByCursor, question, error }: Listing, unit: DistanceUnit) {
  if (error) return ''
  if (!question.point) return countWithNoun(top.length, 'dish', 'dishes')
  const order = question.order === 'trending' ? ', trending this week first' : ''
  return `${nearBy.length}${nearByCursor ? ' or more' : ''} ${pluralize(nearBy.length, 'dish', 'dishes')} within ${distanceInWords(question.distanceMiles, unit)}${order}`
}

/** Returns the address of the list as a file, to which the format is appended. Default values are left out. */
const exportPath = (category: number, { latitude, longitude }: Point, question: ListingQuery) =>
  `/yolos/export?category=${category}&latitude=${latitude}&longitude=${longitude}${cityQueryString(question).replace('?', '&')}&`
