import type { ReactNode } from 'react'
import { categoryById } from '#domain/vocabulary/categories.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { toPhotoSource } from '#features/photos/names.ts'
import { weekHours } from '#features/restaurants/hours.ts'
import type { Output } from '#platform/contract/wire.ts'
import { formatDistanceApart } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import { adminItemPath, adminRestaurantPath } from '#features/admin/links/listed.ts'
import css from './merge.module.css'
import type { MergeKind } from '#features/admin/links/merge.ts'

type Compared = Output<'GET /admin/merge/comparison'>
type Side = Compared['goes']

/**
 * Shows the facts of two dishes or restaurants side by side, and marks equal facts that suggest that they are the same.
 */
export function SideBySide({ kind, comparison }: { kind: MergeKind; comparison: Compared }) {
  const { goes, stays, miles } = comparison
  const unit = useDistanceUnit()
  const page = kind === 'item' ? adminItemPath : adminRestaurantPath
  return (
    <div className={css.table}>
      <table>
        <caption className="visually-hidden">The two side by side</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">What</span>
            </th>
            {[goes, stays].map((side) => (
              <th key={side.id} scope="col">
                <span className={css.role}>{side === goes ? 'Goes' : 'Stays'}</span>
                <Link to={page(side.id, side.name)}>{side.name}</Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {factsOf(kind).map(([label, of]) => {
            const [one, other] = [of(goes), of(stays)]
            return (
              <tr
                key={label}
                data-same={(telling.has(label) && one !== '' && one === other) || undefined}
              >
                <th scope="row">{label}</th>
                <td>{one || '–'}</td>
                <td>{other || '–'}</td>
              </tr>
            )
          })}
          <tr>
            <th scope="row">Newest photos</th>
            {[goes, stays].map((side) => (
              <td key={side.id}>
                <Photos kind={kind} side={side} />
              </td>
            ))}
          </tr>
          {kind === 'restaurant' && (
            <tr>
              <th scope="row">Distance</th>
              <td colSpan={2}>{formatDistanceApart(miles, unit)} apart</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Facts of restaurants. If one of them is equal, the two restaurants are probably the same. */
const telling = new Set(['Address', 'Phone', 'Website', 'Hours', 'Dishes'])

type Fact = [label: string, of: (side: Side) => string]

const counts: Fact[] = [
  ['Yolos', ({ yoloCount }) => yoloCount.toLocaleString('en')],
  ['Votes', ({ upvoteCount }) => upvoteCount.toLocaleString('en')],
  ['Photos', ({ photoCount }) => photoCount.toLocaleString('en')],
]

const factsOf = (kind: MergeKind): Fact[] =>
  kind === 'item'
    ? [
        ['Category', ({ categoryId }) => categoryById(categoryId ?? 0)?.name ?? ''],
        ['Restaurant', ({ restaurantName }) => restaurantName],
        ...counts,
        ['Reports', ({ reportCount }) => String(reportCount)],
        ['State', ({ hidden }) => (hidden ? 'Off the menu' : 'On the menu')],
      ]
    : [
        ['Address', ({ address }) => address],
        ['City', ({ cityLabel }) => cityLabel],
        ['Phone', ({ phone }) => phone ?? ''],
        ['Website', ({ website }) => website ?? ''],
        ['Hours', ({ openingHours }) => hoursText(openingHours)],
        ['Dishes', ({ itemCount, dishes }) => dishesText(itemCount, dishes)],
        ...counts,
        ['Reports', ({ reportCount }) => String(reportCount)],
        ['State', ({ hidden }) => (hidden ? 'Closed' : 'Open')],
      ]

function dishesText(count: number, names: readonly string[]) {
  if (count === 0) return 'None'
  const more = count - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/**
 * Returns opening hours as a text: 'Mon – Thu 5:00 PM – 10:00 PM · Fri …'. Successive days with the same hours are
 * combined.
 */
function hoursText(hours: Side['openingHours']) {
  const spells: { from: string; to: string; spans: string }[] = []
  for (const { day, spans } of hours ? weekHours(hours) : []) {
    const [name, text] = [day.slice(0, 3), spans.join(', ') || 'closed']
    const last = spells.at(-1)
    if (last?.spans === text) last.to = name
    else spells.push({ from: name, to: name, spans: text })
  }
  return spells
    .map(({ from, to, spans }) => `${from === to ? from : `${from} – ${to}`} ${spans}`)
    .join(' · ')
}

function Photos({ kind, side }: { kind: MergeKind; side: Side }): ReactNode {
  if (side.photos.length === 0)
    return kind === 'item' && side.categoryId ? (
      <div className={css.photos}>
        <Photo>
          <CategoryArt category={side.categoryId} seed={side.id} />
        </Photo>
      </div>
    ) : (
      'None'
    )
  return (
    <div className={css.photos}>
      {side.photos.map(({ image, colour }) => (
        <Photo key={image} photo={toPhotoSource(image, colour)} sizes="8rem" />
      ))}
    </div>
  )
}
