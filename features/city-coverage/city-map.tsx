import type { Point } from '#domain/position/miles.ts'
import { boundsOfCircle, toWebMercator } from '#features/map/geometry.ts'
import { StaticMap } from '#features/map/static-map.tsx'
import { countWithNoun } from '#platform/text/plural.ts'
import css from './coverage.module.css'

/** Units of the drawn map: the circle's radius, and the space between it and the edge (static-map.server.ts). */
const [radius, margin] = [1000, 140]
const edge = radius + margin

type Props = {
  name: string
  point: Point
  miles: number
  places: readonly (Point & { dishes: number })[]
}

/**
 * The drawn map of a city's surroundings, with a dot for each restaurant. Dots of restaurants with dishes are larger
 * and drawn on top of the others.
 */
export function CityMap({ name, point, miles, places }: Props) {
  const [[west], [east]] = boundsOfCircle(point, miles)
  const unit = radius / ((east - west) / 720)
  const middle = toWebMercator(point)
  const dots = places.map((place) => {
    const [x, y] = toWebMercator(place).map((at, axis) => Math.round((at - middle[axis]!) * unit))
    return { x, y, dishes: place.dishes }
  })
  const served = dots.filter(({ dishes }) => dishes > 0)
  const unserved = dots.filter(({ dishes }) => dishes === 0)
  const label = `Map of ${name}: ${countWithNoun(served.length, 'restaurant')} with dishes, ${unserved.length} without`
  return (
    <div>
      <figure className={css.map}>
        <StaticMap point={point} miles={miles} />
        <svg viewBox={`${-edge} ${-edge} ${2 * edge} ${2 * edge}`} role="img" aria-label={label}>
          {unserved.map(({ x, y }, index) => (
            <circle key={index} className={css.without} cx={x} cy={y} r={11} />
          ))}
          {served.map(({ x, y, dishes }, index) => (
            <circle
              key={index}
              className={css.with}
              cx={x}
              cy={y}
              r={Math.min(60, 22 + 4 * dishes)}
            />
          ))}
        </svg>
      </figure>
      <ul className={css.legend}>
        <li>
          <svg viewBox="-10 -10 20 20" aria-hidden="true">
            <circle className={css.with} r={9} />
          </svg>
          With dishes, the larger the more
        </li>
        <li>
          <svg viewBox="-10 -10 20 20" aria-hidden="true">
            <circle className={css.without} r={5} />
          </svg>
          Without
        </li>
      </ul>
    </div>
  )
}
