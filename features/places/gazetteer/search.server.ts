import { fold, foldCity } from '../fold.ts'
import type { GazetteerData } from './build.server.ts'
import { sign } from '../literals.server.ts'
import { lowerBound, textAt } from './packed-texts.ts'

/** Half the side of the box round a point whose cities come first, in degrees. */
const bias = 0.1
const maximum = 80

/** What a match weighs, times the population: 'bath' is Bath before Bathinda, 'wien' is Vienna. */
const own = { whole: 5, begun: 1 }
const foreign = { whole: 0.2, begun: 0.02 }

const alias: Record<string, string> = { US: 'usa', GB: 'uk', AE: 'uae' }

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
export const countryName = (code: string) => names.of(code) ?? code

type Point = { latitude: number; longitude: number }
type Found = { city: number; near: boolean; score: number }

/** Cities (as indexes) whose name begins with the words, best first. */
export function citySearch(data: GazetteerData) {
  const size = data.keyCity.length
  const areaWords = new Map<number, string[]>()

  /** Words by which a city may be told apart: 'mn', 'minnesota', 'us', 'usa', 'hennepin' … */
  function wordsAround(city: number) {
    let words = areaWords.get(data.region[city]! * 65_536 + data.country[city]!)
    if (!words) {
      const country = data.countries[data.country[city]!]!
      const { code, name } = data.regions[data.region[city]!]!
      words = fold([code, name, country, alias[country], countryName(country)].join(' ')).split(' ')
      areaWords.set(data.region[city]! * 65_536 + data.country[city]!, words)
    }
    return [...words, ...fold(data.districts[data.district[city]!]!).split(' ')]
  }

  function collect(prefix: string, more: string[], best: Best) {
    const end = `${prefix}\uffff`
    const first = lowerBound(size, (at) => textAt(data.keys, at) < prefix)
    const last = lowerBound(size, (at) => textAt(data.keys, at) < end)
    for (let at = first; at < last; at += 1) {
      const city = data.keyCity[at]!
      const whole = data.keys.start[at + 1] === data.keys.start[at]! + prefix.length
      const weight = (data.keyOther[at] ? foreign : own)[whole ? 'whole' : 'begun']
      best.offer(
        city,
        (data.population[city]! + 1) * weight,
        () => more.length === 0 || lies(wordsAround(city), more),
      )
    }
  }

  return (q: string, near: Point | undefined, limit: number) => {
    // Folding drops them, and they are in no city's name.
    if (sign.test(q)) return []
    const words = fold(q.slice(0, maximum)).split(' ')
    const best = bestOf(data, near, limit)
    if (words[0] === '') return []
    // 'minneapolis mn us': as much of it as finds something is the name, the rest says where.
    for (let count = words.length; count > 0 && best.found.length === 0; count -= 1) {
      const name = words.slice(0, count)
      // A final 'st' may be short for 'saint' or the beginning of 'stockholm'.
      const begun = [foldCity(name.slice(0, -1).join(' ')), name.at(-1)].filter(Boolean).join(' ')
      for (const prefix of new Set([foldCity(name.join(' ')), begun]))
        collect(prefix, words.slice(count), best)
    }
    return best.found.map(({ city }) => city)
  }
}

const lies = (words: string[], sought: string[]) =>
  sought.every((part) => words.some((word) => word.startsWith(part)))

type Best = ReturnType<typeof bestOf>

/** The best few so far, each city once; what can't be among them is dropped before it is looked at. */
function bestOf({ latitude, longitude }: GazetteerData, near: Point | undefined, limit: number) {
  const found: Found[] = []
  const isNear = (city: number) =>
    near !== undefined &&
    Math.abs(latitude[city]! - near.latitude) <= bias &&
    Math.abs(((longitude[city]! - near.longitude + 540) % 360) - 180) <= bias
  const isBefore = (a: Found, b: Found) =>
    a.near === b.near ? a.score > b.score || (a.score === b.score && a.city < b.city) : a.near
  return {
    found,
    offer(city: number, score: number, fits: () => boolean) {
      const one = { city, near: isNear(city), score }
      if (found.length === limit && !isBefore(one, found[limit - 1]!)) return
      if (!fits()) return
      const again = found.findIndex((other) => other.city === city)
      if (again !== -1) {
        if (!isBefore(one, found[again]!)) return
        found.splice(again, 1)
      }
      const at = found.findIndex((other) => isBefore(one, other))
      found.splice(at === -1 ? found.length : at, 0, one)
      if (found.length > limit) found.pop()
    },
  }
}
