import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'
import type { GazetteerData, Spread } from './build.server.ts'

/** How much farther than the nearest one a larger city may reach, in kilometres. */
const reach = 15

/**
 * The city that a point is said to lie in. A city's record is one spot: by distance alone midtown
 * Manhattan would lie in Weehawken, so the size counts as well. Measured against the addresses of
 * 6,100 real places this names the right city for 73 % (US) and 87 % (world), the nearest spot for
 * 61 % and 77 %.
 */
export function nearestOf(data: Omit<GazetteerData, 'zip' | 'zipCity'>) {
  const settled = finder(data.settled)
  const large = finder(data.large)
  return (longitude: number, latitude: number) => {
    const candidates = settled(longitude, latitude, 12)
    const kilometres = (city: number) =>
      distance(longitude, latitude, data.longitude[city]!, data.latitude[city]!)
    const limit = kilometres(candidates[0]!) + reach
    let nearest = candidates[0]!
    let least = Infinity
    for (const city of [...candidates, ...large(longitude, latitude, 3)]) {
      const away = kilometres(city)
      const weighed = (away + 0.3) / (data.population[city]! + 1000) ** 0.35
      if (away <= limit && weighed < least) {
        nearest = city
        least = weighed
      }
    }
    return nearest
  }
}

function finder({ tree, cities }: Spread) {
  const index = KDBush.from(tree)
  return (longitude: number, latitude: number, count: number) =>
    around(index, longitude, latitude, count).map((found) => cities[found]!)
}
