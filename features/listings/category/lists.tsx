import type { MouseEvent } from 'react'
import { useLocation } from 'react-router'
import type { Point } from '#domain/miles.ts'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { ExportLinks } from '#features/items/export/export-links.tsx'
import { plural, wordFor } from '#platform/text/plural.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Link } from '#platform/web/link.tsx'
import { DishList } from '../dish-list.tsx'
import type { Listing } from './listing-loader.ts'
import styles from './lists.module.css'
import { cityOnly, withoutPoint, type Question } from '../question.ts'
import { NothingNear } from './lazy-filters.tsx'
import { useListHead } from './use-list-head.ts'
import type { Asking } from './use-question.ts'

type Steered = { listing: Listing; asking: Asking }

/** The best near the point, and the best anywhere else. */
export function Lists({ listing, asking, sheet }: Steered & { sheet: boolean }) {
  const box = useListHead(listing, asking, sheet)
  const entry = useLocation().key
  const { question, nearBy, top, error, spot } = listing
  const { point, distanceMiles } = question
  const [only, ...others] = listing.categories
  const name = others.length > 0 ? 'dishes' : (categoryById(only!)?.name ?? '')
  const where = spot ? `of ${cityOnly(spot.name)}` : 'of here'
  const near = `Within ${plural(distanceMiles, 'mile')} ${where}`
  return (
    <div
      ref={box}
      className={styles.lists}
      aria-busy={asking.busy}
      data-busy={asking.busy || undefined}
    >
      <output className="visually-hidden">{asking.busy ? '' : summary(listing)}</output>
      {error && <TryAgain failed={error} />}
      {!error && <OrderShown asking={asking} order={question.order} />}
      {!error && point && !(listing.from > 0 && top.length > 0) && (
        <section className={styles.section} aria-labelledby="near-by">
          <header className={styles.head}>
            <h2 id="near-by" tabIndex={-1}>
              {near}
            </h2>
            <Count cards={listing.from + nearBy.length} more={listing.nearByCursor !== null} />
          </header>
          {nearBy.length > 0 || listing.from > 0 ? (
            <>
              <DishList
                key={entry}
                {...{ listing, asking }}
                list="nearBy"
                label={near}
                large={3}
                first
              />
              <ExportLinks to={exported(listing.categories, point, question)} />
            </>
          ) : (
            <NothingNear listing={listing} asking={asking} />
          )}
        </section>
      )}
      {!error && top.length > 0 && (
        <section className={styles.section} aria-labelledby="top">
          <header className={styles.head}>
            <h2 id="top" tabIndex={-1}>
              {point ? `Top ${name} elsewhere` : `Top ${name} everywhere`}
            </h2>
          </header>
          <DishList
            key={entry}
            {...{ listing, asking }}
            list="top"
            label={`Top ${name}`}
            large={point ? 0 : 3}
            first={nearBy.length === 0}
          />
        </section>
      )}
      {!error && !point && top.length === 0 && <NothingNear listing={listing} asking={asking} />}
    </div>
  )
}

function Count({ cards, more }: { cards: number; more: boolean }) {
  if (cards === 0) return null
  return (
    <p
      className={styles.count}
    >{`${cards}${more ? '+' : ''} ${wordFor(cards, 'dish', 'dishes')}`}</p>
  )
}

/** Which of the two orders the lists are in, and the way to the other. */
function OrderShown({ asking, order }: { asking: Asking; order: Question['order'] }) {
  const other = order === 'best' ? 'trending' : 'best'
  return (
    <p className={styles.order} data-order={order}>
      {orders[order]}{' '}
      <Link
        to={asking.addressOf({ order: other })}
        onClick={byScript(() => asking.filter({ order: other }))}
      >
        {orders[other]}
      </Link>
    </p>
  )
}

const orders = { best: 'Best of all time', trending: 'Trending this week' }

/** What a screen reader hears when a new list has come. */
function summary({ nearBy, top, nearByCursor, question, error }: Listing) {
  if (error) return ''
  if (!question.point) return plural(top.length, 'dish', 'dishes')
  const more = nearByCursor ? ' or more' : ''
  const order = question.order === 'trending' ? ', trending this week first' : ''
  return `${nearBy.length}${more} ${wordFor(nearBy.length, 'dish', 'dishes')} within ${plural(question.distanceMiles, 'mile')}${order}`
}

/** The list as a file: what is as usual isn't said. */
const exported = (categories: number[], { latitude, longitude }: Point, question: Question) =>
  `/yolos/export?category=${categories.join(',')}&latitude=${latitude}&longitude=${longitude}${withoutPoint(question).replace('?', '&')}&`

/** An address that a script goes to in its own way. */
const byScript = (act: () => void) => (event: MouseEvent) => {
  event.preventDefault()
  act()
}
