import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Point } from '#domain/position/miles.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { ExportLinks } from '#features/items/export-links.tsx'
import { distanceInWords, type DistanceUnit } from '#platform/text/distance.ts'
import { countWithNoun, pluralize } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { DishList } from '../dish-list.tsx'
import {
  cityNameWithoutRegion,
  listingQueryString,
  cityQueryString,
  type ListingQuery,
} from '../question.ts'
import { LikelyRestaurants } from './likely-restaurants.tsx'
import { NothingFound } from './nothing-found.tsx'
import type { Listing } from './listing-loader.ts'
import styles from './lists.module.css'
import type { ListingQueryControls } from './use-question.ts'

type Props = { listing: Listing; asking: ListingQueryControls }

/** The two lists: the best dishes near the point, and the best anywhere else. */
export function NearByAndTopLists({ listing, asking, sheet }: Props & { sheet: boolean }) {
  const box = useListHead(listing, asking, sheet)
  const { question, error } = listing
  const unit = useDistanceUnit()
  return (
    <div
      ref={box}
      className={styles.lists}
      aria-busy={asking.busy}
      data-busy={asking.busy || undefined}
    >
      <output className="visually-hidden">{asking.busy ? '' : summary(listing, unit)}</output>
      {error ? (
        <TryAgain message={error} />
      ) : (
        <>
          <OrderShown asking={asking} order={question.order} />
          <NearBy listing={listing} asking={asking} />
          {listing.likely.length > 0 && <LikelyRestaurants listing={listing} />}
          <Top listing={listing} asking={asking} />
        </>
      )}
    </div>
  )
}

function NearBy({ listing, asking }: Props) {
  const entry = useLocation().key
  const unit = useDistanceUnit()
  const { question, nearBy, top, from, spot } = listing
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
      beside={<Count cards={shown} more={listing.nearByCursor !== null} />}
    >
      {shown > 0 ? (
        <>
          <DishList key={entry} {...{ listing, asking, label }} list="nearBy" large={3} first />
          <ExportLinks to={exported(listing.categories, point, question)} />
        </>
      ) : (
        <NothingFound listing={listing} asking={asking} />
      )}
    </Section>
  )
}

function Top({ listing, asking }: Props) {
  const entry = useLocation().key
  const { question, nearBy, top, categories } = listing
  const { point } = question
  if (top.length === 0) return point ? null : <NothingFound listing={listing} asking={asking} />
  const name = categories.length > 1 ? 'dishes' : (categoryById(categories[0]!)?.name ?? '')
  return (
    <Section id="top" title={point ? `Top ${name} elsewhere` : `Top ${name} everywhere`}>
      <DishList
        key={entry}
        {...{ listing, asking }}
        list="top"
        label={`Top ${name}`}
        large={point ? 0 : 3}
        first={nearBy.length === 0}
      />
    </Section>
  )
}

type SectionProps = { id: string; title: string; beside?: ReactNode; children: ReactNode }

const Section = ({ id, title, beside, children }: SectionProps) => (
  <Suspense>
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {beside}
      </header>
      {children}
    </section>
  </Suspense>
)

function Count({ cards, more }: { cards: number; more: boolean }) {
  if (cards === 0) return null
  const text = `${cards}${more ? '+' : ''} ${pluralize(cards, 'dish', 'dishes')}`
  return <p className={styles.count}>{text}</p>
}

/** Shows which order the lists are in, with a link to the other one. */
function OrderShown({
  asking,
  order,
}: {
  asking: ListingQueryControls
  order: ListingQuery['order']
}) {
  const other = order === 'best' ? 'trending' : 'best'
  const change = (event: MouseEvent) => {
    event.preventDefault()
    asking.filter({ order: other })
  }
  return (
    <p className={styles.order} data-order={order}>
      {orders[order]}{' '}
      <Link to={asking.addressOf({ order: other })} onClick={change}>
        {orders[other]}
      </Link>
    </p>
  )
}

const orders = { best: 'Best of all time', trending: 'Trending this week' }

/** Returns the text that screen readers read when a new list has loaded. */
function summary({ nearBy, top, nearByCursor, question, error }: Listing, unit: DistanceUnit) {
  if (error) return ''
  if (!question.point) return countWithNoun(top.length, 'dish', 'dishes')
  const more = nearByCursor ? ' or more' : ''
  const order = question.order === 'trending' ? ', trending this week first' : ''
  return `${nearBy.length}${more} ${pluralize(nearBy.length, 'dish', 'dishes')} within ${distanceInWords(question.distanceMiles, unit)}${order}`
}

/** Returns the address of the list as a file, to which the format is appended. Default values are left out. */
const exported = (categories: number[], { latitude, longitude }: Point, question: ListingQuery) =>
  `/yolos/export?category=${categories.join(',')}&latitude=${latitude}&longitude=${longitude}${cityQueryString(question).replace('?', '&')}&`

/**
 * Returns a ref for the element around the lists. When a list that the visitor chose has loaded, its beginning is
 * scrolled into view. If the focused element is gone, the list's heading gets the focus.
 */
function useListHead(
  { question }: Listing,
  { busy, takeUserChange }: ListingQueryControls,
  sheet: boolean,
) {
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef(listingQueryString(question))
  const fromSheet = useRef(false)
  const shown = listingQueryString(question)
  useEffect(() => {
    if (sheet) fromSheet.current = true
    if (sheet || busy) return
    const closed = fromSheet.current
    fromSheet.current = false
    if (seen.current === shown) return
    seen.current = shown
    if (takeUserChange()) showHead(box.current!, closed)
  }, [shown, sheet, busy, takeUserChange])
  return box
}

function showHead(lists: HTMLElement, sheetClosed: boolean) {
  const isAbove = lists.getBoundingClientRect().top < 0
  // If the list's head was above the viewport, the bar's button that opened the sheet disappears, so it can't keep the
  // focus.
  if (document.activeElement === document.body || (sheetClosed && isAbove))
    lists.querySelector('h2')?.focus({ preventScroll: true })
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isAbove) lists.scrollIntoView({ behavior: calm ? 'instant' : 'smooth' })
}
