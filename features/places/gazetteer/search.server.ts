import { fold, foldCity } from '../fold.ts'
import { sign } from '../literals.server.ts'
import type { Point } from '#domain/miles.ts'
import { bestOf, type Best } from './best-cities.ts'
import type { GazetteerData } from './build.server.ts'
import { misspeltKeys } from './misspelt-keys.ts'
import { lowerBound, textAt } from './packed-texts.ts'
import { shortNames } from './short-names.data.ts'

const maximum = 80
/** A shorter or longer name isn't looked for misspelt. */
const [least, most] = [4, 40]

/** What a match weighs, times the population: 'bath' is Bath before Bathinda, 'wien' is Vienna. */
type Weight = { whole: number; begun: number }
const own: Weight = { whole: 5, begun: 1 }
const foreign: Weight = { whole: 0.2, begun: 0.02 }
const slipped = 0.04

/** Below this many people a bare name is more likely something else: 'Bar', 'Sandwich'. */
const knownFrom = { own: 15_000, foreign: 300_000, slipped: 100_000, shortened: 150_000 }

const alias: Record<string, string> = { US: 'usa', GB: 'uk', AE: 'uae' }

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
export const countryName = (code: string) => names.of(code) ?? code

/** Cities as indexes. */
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

  /** Keys that begin so: whether the whole key is that, and what lies where the other words say. */
  function* keysOf(prefix: string, only?: 'whole') {
    let at = lowerBound(size, (key) => textAt(data.keys, key) < prefix)
    for (; at < size; at += 1) {
      const from = data.keys.start[at]!
      const length = data.keys.start[at + 1]! - from
      if (length < prefix.length || !data.keys.text.startsWith(prefix, from)) return
      const whole = length === prefix.length
      if (only && !whole) return
      yield { city: data.keyCity[at]!, whole, isOther: data.keyOther[at] === 1 }
    }
  }

  function collect(prefix: string, more: string[], best: Best, share = 1, only?: 'whole') {
    for (const { city, whole, isOther } of keysOf(prefix, only)) {
      const weight = (isOther ? foreign : own)[whole ? 'whole' : 'begun'] * share
      best.offer(
        city,
        (data.population[city]! + 1) * weight,
        () => more.length === 0 || lies(wordsAround(city), more),
      )
    }
  }

  function bySlug(slug: string): number | undefined {
    const at = lowerBound(data.id.length, (index) => textAt(data.slugs, index) < slug)
    return at < data.id.length && textAt(data.slugs, at) === slug ? at : undefined
  }
  /** By zip code, or by what people call it for short. */
  function known(folded: string): number | undefined {
    const zip = /^(\d{5})(?: \d{4})?$/.exec(folded)?.[1]
    if (!zip) return Object.hasOwn(shortNames, folded) ? bySlug(shortNames[folded]!) : undefined
    const at = lowerBound(data.zip.length, (index) => data.zip[index]! < Number(zip))
    return data.zip[at] === Number(zip) ? data.zipCity[at] : undefined
  }

  /** A final 'st' may be short for 'saint' or the beginning of 'stockholm'. */
  const spellings = (name: string[]) => {
    const begun = [foldCity(name.slice(0, -1).join(' ')), name.at(-1)].filter(Boolean).join(' ')
    return new Set([foldCity(name.join(' ')), begun])
  }

  function suggest(q: string, near: Point | undefined, limit: number) {
    // Folding drops them, and they are in no city's name.
    if (sign.test(q)) return []
    const words = fold(q.slice(0, maximum)).split(' ')
    const best = bestOf(data, near, limit)
    if (words[0] === '') return []
    const short = known(words.join(' '))
    if (short !== undefined) best.offer(short, Infinity, () => true)
    // 'minneapolis mn us': as much of it as finds something is the name, the rest says where.
    let used = words.length
    for (; used > 0 && best.found.length === 0; used -= 1)
      for (const prefix of spellings(words.slice(0, used))) collect(prefix, words.slice(used), best)
    const isWhole = used >= words.length - 1
    if (isWhole && best.found.length < limit && best.found.length > 0)
      collectMisspelt(words, [], best)
    // Behind a name there are a state and a country at most.
    const fewest = Math.max(1, words.length - 2)
    for (let count = words.length; count >= fewest && best.found.length === 0; count -= 1)
      collectMisspelt(words.slice(0, count), words.slice(count), best)
    return best.found.map(({ city }) => city)
  }

  function collectMisspelt(name: string[], more: string[], best: Best) {
    const written = name.join(' ')
    if (written.length < least || written.length > most || /\d/.test(written)) return
    const only = written.length > least ? undefined : 'whole'
    // 'St' is kept as 'saint', and may have lost its space.
    const parted = foldCity(written.replace(/^(ste?|mt|ft)(?=[a-z]{4})/, '$1 '))
    if (parted !== written) collect(parted, more, best, slipped * 2, only)
    for (const spelt of new Set([written, parted]))
      for (const meant of misspeltKeys(data.keys, size, spelt))
        collect(meant, more, best, slipped, only)
  }

  /** 'New York', 'Salt Lake': a large city whose name goes on with that word alone. */
  function withCity(name: string): number | undefined {
    for (const { city, isOther } of keysOf(`${foldCity(name)} city`, 'whole'))
      if (!isOther && data.population[city]! >= knownFrom.shortened) return city
  }

  function named(text: string, near: Point | undefined, misspelt: boolean): number | undefined {
    const words = fold(text.slice(0, maximum)).split(' ')
    const short = known(words.join(' ')) ?? withCity(words.join(' '))
    if (short !== undefined || words[0] === '') return short
    const best = bestOf(data, near, 1)
    for (let count = words.length; count > 0 && best.found.length === 0; count -= 1) {
      const more = words.slice(count)
      for (const { city, isOther } of keysOf(foldCity(words.slice(0, count).join(' ')), 'whole')) {
        // A foreign name of up to four Latin letters is too often an ordinary word: 'bar' is also a name of Qionghai.
        if (isOther && /^[a-z]{1,4}$/.test(words[0]!)) continue
        const from = isOther ? knownFrom.foreign : knownFrom.own
        if (more.length === 0 && data.population[city]! < from) continue
        best.offer(
          city,
          data.population[city]! * (isOther ? foreign : own).whole,
          () => more.length === 0 || lies(wordsAround(city), more, true),
        )
      }
    }
    return best.found[0]?.city ?? (misspelt ? namedMisspelt(words.join(' '), near) : undefined)
  }

  function namedMisspelt(name: string, near: Point | undefined) {
    if (name.length < 6 || name.length > most || /\d/.test(name)) return undefined
    const best = bestOf(data, near, 1)
    for (const meant of misspeltKeys(data.keys, size, foldCity(name)))
      for (const { city, isOther } of keysOf(meant, 'whole'))
        if (!isOther && data.population[city]! >= knownFrom.slipped)
          best.offer(city, data.population[city]!, () => true)
    return best.found[0]?.city
  }

  /** Cities of any size that are called just so, or so but for a letter: the one at the point, then the largest. */
  function called(text: string, near: Point | undefined, limit: number, misspelt: boolean) {
    const name = foldCity(text.slice(0, maximum))
    const best = bestOf(data, near, limit)
    const isTold = name.length >= least && name.length <= most && !/\d/.test(name)
    if (name === '' || (misspelt && !isTold)) return []
    for (const key of misspelt ? misspeltKeys(data.keys, size, name) : [name])
      for (const { city, isOther } of keysOf(key, 'whole'))
        best.offer(city, (data.population[city]! + 1) * (isOther ? foreign : own).whole, () => true)
    return best.found.map(({ city }) => city)
  }

  return { suggest, named, called, bySlug }
}

const lies = (words: string[], sought: string[], whole = false) =>
  sought.every((part) => words.some((word) => (whole ? word === part : word.startsWith(part))))
