import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { categoryById } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import { plural } from '#platform/text/plural.ts'
import { Link } from '#platform/web/link.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { UpLink } from '#platform/web/ui/page/page-head.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { useWholeList } from '#features/admin/table/use-all-rows.ts'
import { restaurantPage } from '#features/admin/links/listed.ts'
import { ChooseDishes } from './choose-dishes.tsx'
import { FindRestaurant } from './find-restaurant.tsx'
import css from './merge.module.css'
import { comparisonPage } from '#features/admin/links/merge.ts'

type Twins = Output<'GET /admin/merge/twins'>

const nothing = () => []

/** What may be one with a restaurant, and which of its dishes may be one. */
export function OfRestaurant({ id, dish }: { id: number; dish: number | null }) {
  const navigate = useNavigate()
  const { answer, error, again, stale } = useWholeList(
    'GET /admin/merge/twins',
    { restaurantId: id },
    nothing,
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = Boolean(useLocation().state) && answer !== undefined
  // After a merging the focus has nowhere else to be.
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  if (!answer)
    return error ? (
      <TryAgain failed={(error as Error).message} ask={again} busy={stale} />
    ) : (
      <Skeleton lines={6} />
    )
  const { restaurant, restaurants, dishes } = answer
  return (
    <>
      <UpLink to="/admin/merge" label="Merge" />
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        Merge with {restaurant.name}
      </h1>
      <p className={css.about}>
        {restaurant.address} · {plural(restaurant.itemCount, 'dish', 'dishes')},{' '}
        {plural(restaurant.yoloCount, 'yolo')}
        {restaurant.closed && ' · Closed'} ·{' '}
        <Link to={restaurantPage(id, restaurant.name)}>Its page</Link>
      </p>
      <div className={css.halves}>
        <section className={css.half} aria-labelledby="alike-restaurants">
          <h2 id="alike-restaurants">The restaurant</h2>
          <Restaurants of={restaurant} twins={restaurants} />
          <FindRestaurant
            label="Another restaurant"
            onChoose={(other) =>
              void navigate(
                comparisonPage({ kind: 'restaurant', ...lesserFirst(restaurant, other) }),
              )
            }
          />
        </section>
        <section className={css.half} aria-labelledby="alike-dishes">
          <h2 id="alike-dishes">Its dishes</h2>
          <Dishes pairs={dishes} />
          <ChooseDishes restaurant={id} dish={dish} />
        </section>
      </div>
    </>
  )
}

/** The one that fewer saved goes. */
const lesserFirst = (one: Sized, other: Sized) =>
  one.yoloCount < other.yoloCount
    ? { goes: one.id, stays: other.id }
    : { goes: other.id, stays: one.id }
type Sized = { id: number; yoloCount: number }

function Restaurants({ of, twins }: { of: Twins['restaurant']; twins: Twins['restaurants'] }) {
  if (twins.length === 0)
    return <p className={css.about}>None of nearly this name within a mile.</p>
  return (
    <ul className={css.twins}>
      {twins.map((twin) => (
        <li key={twin.id}>
          <Link to={comparisonPage({ kind: 'restaurant', ...lesserFirst(of, twin) })}>
            {twin.name}
          </Link>
          <small>
            {milesText(twin.miles)} · {twin.address} · {plural(twin.itemCount, 'dish', 'dishes')},{' '}
            {plural(twin.yoloCount, 'yolo')}
          </small>
        </li>
      ))}
    </ul>
  )
}

function Dishes({ pairs }: { pairs: Twins['dishes'] }) {
  if (pairs.length === 0) return <p className={css.about}>No two of nearly one name.</p>
  return (
    <ul className={css.twins}>
      {pairs.map(({ goes, stays }) => (
        <li key={`${goes.id} ${stays.id}`}>
          <Link to={comparisonPage({ kind: 'item', goes: goes.id, stays: stays.id })}>
            {goes.name} and {stays.name}
          </Link>
          <small>
            {categoryById(stays.categoryId)?.name} · {goes.yoloCount} and{' '}
            {plural(stays.yoloCount, 'yolo')}
          </small>
        </li>
      ))}
    </ul>
  )
}

/** '0.4 miles'; what is next door is in feet. */
export const milesText = (miles: number) =>
  miles < 0.1
    ? plural(Math.round(miles * 5280), 'foot', 'feet')
    : plural(Math.round(miles * 10) / 10, 'mile')
