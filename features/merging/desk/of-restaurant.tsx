import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { categoryById } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import { formatDistanceApart, type DistanceUnit } from '#platform/text/distance.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { UpLink } from '#platform/web/ui/page/page-header.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { createListCall, useListPages } from '#features/admin/table/use-list-pages.ts'
import { adminRestaurantPath } from '#features/admin/links/listed.ts'
import { ChooseDishes } from './choose-dishes.tsx'
import admin from '#features/admin/frame/admin.module.css'
import css from './merge.module.css'
import { mergeComparisonPath } from '#features/admin/links/merge.ts'
import Store from 'virtual:icons/store'
import { LazyCombobox } from '#platform/web/ui/form/lazy-combobox.tsx'
import { useLoad } from '#platform/web/api/use-load.ts'

type Twins = Output<'GET /admin/merge/twins'>

const list = createListCall('GET /admin/merge/twins', ({ dishes }) => dishes)

/** Lists restaurants that may be the same as this one, and pairs of its dishes that may be the same. */
export function MergeCandidates({ id, dish }: { id: number; dish: number | null }) {
  const navigate = useNavigate()
  const unit = useDistanceUnit()
  const { first, rows, error, again, stale, more, loading, loadMore } = useListPages(list, {
    restaurantId: id,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = Boolean(useLocation().state) && first !== undefined
  // After a merging, the button that had the focus is gone, so the heading gets the focus.
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  if (!first)
    return error ? (
      <TryAgain message={(error as Error).message} onRetry={again} busy={stale} />
    ) : (
      <Skeleton lines={6} />
    )
  const { restaurant, restaurants } = first
  return (
    <>
      <UpLink to="/admin/merge" label="Merge" />
      <h1 ref={heading} tabIndex={-1} className={css.title}>
        Merge with {restaurant.name}
      </h1>
      <p className={admin.hint}>
        {restaurant.address} · {countWithNoun(restaurant.itemCount, 'dish', 'dishes')},{' '}
        {countWithNoun(restaurant.yoloCount, 'yolo')}
        {restaurant.closed && ' · Closed'} ·{' '}
        <Link to={adminRestaurantPath(id, restaurant.name)}>Its page</Link>
      </p>
      <div className={admin.groups}>
        <section className={admin.group} aria-labelledby="alike-restaurants">
          <h2 id="alike-restaurants">The restaurant</h2>
          <TwinList
            twins={restaurants.map(restaurantTwin(restaurant, unit))}
            none={`None of nearly this name within ${unit === 'km' ? '1.6 kilometers' : 'a mile'}.`}
          />
          <FindRestaurant
            label="Another restaurant"
            onChoose={(other) =>
              void navigate(
                mergeComparisonPath({ kind: 'restaurant', ...lesserFirst(restaurant, other) }),
              )
            }
          />
        </section>
        <section className={admin.group} aria-labelledby="alike-dishes">
          <h2 id="alike-dishes">Its dishes</h2>
          <TwinList twins={rows!.map(dishTwin)} none="No two of nearly one name." />
          {more && (
            <Button variant="secondary" size="small" busy={loading} onClick={loadMore}>
              Show more
            </Button>
          )}
          {error != null && (
            <TryAgain message={(error as Error).message} onRetry={again} busy={loading || stale} />
          )}
          <ChooseDishes restaurant={id} dish={dish} />
        </section>
      </div>
    </>
  )
}

/** Returns the pair in which the restaurant with fewer yolos is merged into the other one. */
const lesserFirst = (one: Sized, other: Sized) => {
  const [goes, stays] = one.yoloCount < other.yoloCount ? [one, other] : [other, one]
  return { goes: goes.id, stays: stays.id }
}
type Sized = { id: number; yoloCount: number }

type Twin = { key: string | number; to: string; name: string; about: string }

/** Lists possible duplicates, each with a link to its comparison. */
function TwinList({ twins, none }: { twins: Twin[]; none: string }) {
  if (twins.length === 0) return <p className={admin.hint}>{none}</p>
  return (
    <ul className={css.twins}>
      {twins.map(({ key, to, name, about }) => (
        <li key={key}>
          <Link to={to}>{name}</Link>
          <small>{about}</small>
        </li>
      ))}
    </ul>
  )
}

const restaurantTwin =
  (of: Twins['restaurant'], unit: DistanceUnit) =>
  (twin: Twins['restaurants'][number]): Twin => ({
    key: twin.id,
    to: mergeComparisonPath({ kind: 'restaurant', ...lesserFirst(of, twin) }),
    name: twin.name,
    about: `${formatDistanceApart(twin.miles, unit)} · ${twin.address} · ${countWithNoun(twin.itemCount, 'dish', 'dishes')}, ${countWithNoun(twin.yoloCount, 'yolo')}`,
  })

const dishTwin = ({ goes, stays }: Twins['dishes'][number]): Twin => ({
  key: `${goes.id} ${stays.id}`,
  to: mergeComparisonPath({ kind: 'item', goes: goes.id, stays: stays.id }),
  name: `${goes.name} and ${stays.name}`,
  about: `${categoryById(stays.categoryId)?.name} · ${goes.yoloCount} and ${countWithNoun(stays.yoloCount, 'yolo')}`,
})

type Found = Output<'GET /admin/merge/restaurants'>[number]
type Props = { label: string; onChoose: (restaurant: Found) => void }

/** Field to find a restaurant by its name, its name and city, or its number. */
export function FindRestaurant({ label, onChoose }: Props) {
  const { load } = useLoad('GET /admin/merge/restaurants')
  return (
    <div className={css.find}>
      <LazyCombobox<Found>
        label={label}
        hint="Its name, “name, city”, or # and its number."
        icon={<Store />}
        load={(q) => load({ q })}
        itemToString={({ name }) => name}
        itemToKey={({ id }) => id}
        renderItem={(restaurant) => (
          <>
            {restaurant.name}
            <small>
              {restaurant.address} · {restaurant.cityLabel} ·{' '}
              {countWithNoun(restaurant.itemCount, 'dish', 'dishes')},{' '}
              {countWithNoun(restaurant.yoloCount, 'yolo')} · #{restaurant.id}
            </small>
          </>
        )}
        emptyText="No restaurant begins so."
        onSelect={(restaurant) => restaurant && onChoose(restaurant)}
      />
    </div>
  )
}
