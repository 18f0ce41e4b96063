import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'
import type { GazetteerData, CityTree } from './build.server.ts'

/** Maximum distance in kilometers by which a larger city may be farther away than the nearest city. */
const reach = 15

/**
 * Returns a function that finds the city a point belongs to. A city's record is a single spot: by distance alone
 * midtown Manhattan would be in Weehawken, so the city's size counts as well. Compared with the addresses of 6,100 real
 * places, this finds the right city for 73 % (US) and 87 % (world); the nearest spot is right for 61 % and 77 %.
 */
export function nearestCityFinder(data: Omit<GazetteerData, 'zip' | 'zipCity'>) {
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

function finder({ tree, cities }: CityTree) {
  const index = KDBush.from(tree)
  return (longitude: number, latitude: number, count: number) =>
    around(index, longitude, latitude, count).map((found) => cities[found]!)
}
