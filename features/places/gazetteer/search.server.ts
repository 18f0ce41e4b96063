import type { Point } from '#domain/position/miles.ts'
import { foldText, foldCity } from '../fold.ts'
import { spellingVariantsAt } from '../words/misspelt.ts'
import { likeWildcard } from '../words/word-query.ts'
import { type Areas, areasOf } from './areas.server.ts'
import type { GazetteerData } from './build.server.ts'
import { lowerBound, textAt, textLength, type Texts } from './packed-texts.ts'
import { shortNames } from '../cities/short-names.data.ts'

/**
 * Maximum length of a text, raw and folded, and of its words: the longest name has 10, and a district, a state and a
 * country follow it.
 */
const maximum = 80
const mostWords = 20
/** Minimum and maximum number of letters of a name for which corrections are tried. */
const [least, most] = [4, 40]

/**
 * Bounds of what one question costs, counted in names whose cities are asked for the words that follow, which takes up to
 * 0.2 µs each. A beginning that more than `mostWithWords` names have must be a whole name if words follow it. A search is
 * left out if `mostRead` would be exceeded.
 */
const [mostWithWords, mostRead] = [7_000, 11_000]
/** The costs of reading a name that no words follow, and of looking up a spelling. */
const [plain, lookUp] = [1 / 8, 2]
type Work = { read: number }

/**
 * Factors by which a city's population is multiplied for its score: `whole` if the whole name matches, `begun` if only
 * its beginning does. They rank Bath before Bathinda for 'bath', and still find Vienna for 'wien'.
 */
type Weight = { whole: number; begun: number }
const own: Weight = { whole: 5, begun: 1 }
const foreign: Weight = { whole: 0.2, begun: 0.02 }
const slipped = 0.03

/**
 * Minimum population for a name without a state or country to mean the city. A smaller city's name is more likely meant
 * as an ordinary word: 'Bar', 'Sandwich'.
 */
const knownFrom = { own: 15_000, foreign: 300_000, slipped: 100_000, shortened: 150_000 }

/**
 * Factor by which a city's population counts more if its region is named: 'Richmond, CA' is in California, though the
 * one in Canada is larger. 'London, CA' is still in Canada.
 */
const regionBeforeCountry = 10

type Index = GazetteerData & { areas: Areas }

/** Returns the searches of the gazetteer, whose results are indexes of cities. */
export function citySearch(data: GazetteerData) {
  const index: Index = { ...data, areas: areasOf(data) }
  return {
    suggest: (q: string, near: Point | undefined, limit: number) =>
      suggestInAddress(index, q, near, limit),
    named: (text: string, near: Point | undefined, misspelt: boolean) =>
      named(index, text, near, misspelt),
    called: (text: string, near: Point | undefined, limit: number, misspelt: boolean) =>
      called(index, text, near, limit, misspelt),
    bySlug: (slug: string) => bySlug(index, slug),
  }
}

function bySlug({ id, slugs }: Index, slug: string): number | undefined {
  const at = lowerBound(id.length, (index) => textAt(slugs, index) < slug)
  return at < id.length && textAt(slugs, at) === slug ? at : undefined
}

/** Returns the folded words of a text, or none if it is too long to be the name of a city. */
function wordsOf(text: string): string[] {
  const words = foldText(text.slice(0, maximum)).split(' ')
  const isName = words[0] !== '' && words.length <= mostWords && words.join(' ').length <= maximum
  return isName ? words : []
}

/**
 * Postcodes of five digits, Canadian ones, and ones of four digits that follow a word, as in Australia. An address has
 * one. A house number may look the same.
 */
const postcode =
  /(?<![\p{L}\d])(?:\d{5}(?:-\d{4})?|(?<=\p{L} )\d{4}|[a-z]\d[a-z] ?\d[a-z]\d)(?![\p{L}\d])/giu

/**
 * Suggests cities for a text with a postcode beside the city's name or an address before it, as phones fill them in and
 * maps copy them. If several cities have the name, the one with the zip code comes first.
 */
function suggestInAddress(index: Index, q: string, near: Point | undefined, limit: number) {
  const work = { read: 0 }
  const found = suggest(index, q, near, limit, work)
  if (found.length > 0 || !/\d/.test(q)) return found
  const zip = shortOrZip(index, foldText(q.match(postcode)?.at(-1) ?? ''))
  const text = q.replace(postcode, ' ')
  const parts = text.split(',')
  // Left out are the street, and perhaps a suite or a district after it.
  for (let left = text === q ? 1 : 0; left < Math.min(3, parts.length); left += 1) {
    const cities = suggest(index, parts.slice(left).join(','), near, limit, work)
    if (zip !== undefined && cities.includes(zip))
      return [zip, ...cities.filter((city) => city !== zip)]
    if (cities.length > 0) return cities
  }
  return []
}

function suggest(index: Index, q: string, near: Point | undefined, limit: number, work: Work) {
  // No city's name contains a wildcard of LIKE, but folding would remove it and find a city anyway.
  if (likeWildcard.test(q)) return []
  const words = wordsOf(q)
  const best = bestOf(index, near, limit, work)
  if (words.length === 0) return []
  const short = shortOrZip(index, words.join(' '))
  if (short !== undefined) best.offer(short, Infinity)
  const sure = short === undefined ? citiesWithArea(index, words, near, limit, work) : []
  // 'minneapolis mn us': the longest run of first words that finds a city is the name, the rest is state and country.
  let used = words.length
  for (; used > 0 && best.found.length === 0; used -= 1)
    for (const prefix of spellings(words.slice(0, used)))
      collect(index, prefix, words.slice(used), best)
  if (sure.length > 0)
    return [...new Set([...sure, ...best.found.map(({ city }) => city)])].slice(0, limit)
  const isWhole = used >= words.length - 1
  // A word longer than the code of a state may be part of a misspelt name, though a county begins with it, too: 'saint
  // pul' is Saint Paul sooner than a town of Pulaski County.
  const mayBeWhole = isWhole || words.at(-1)!.length > 2
  if (mayBeWhole && best.found.length < limit && best.found.length > 0)
    collectMisspelt(index, words, [], best)
  // If nothing was found, a misspelt name is looked for, followed by at most two words: a state and a country.
  const fewest = Math.max(1, words.length - 2)
  for (let count = words.length; count >= fewest && best.found.length === 0; count -= 1)
    collectMisspelt(index, words.slice(0, count), words.slice(count), best)
  return best.found.map(({ city }) => city)
}

/**
 * Returns cities whose whole name is followed by the whole name or code of their region or country. So 'san francisco
 * ca' isn't only the beginning of San Francisco Cajonos. Cities called by all of the words are among them.
 */
function citiesWithArea(
  index: Index,
  words: string[],
  near: Point | undefined,
  limit: number,
  work?: Work,
): number[] {
  const { areas, keyCity, keyOther, population } = index
  const best = bestOf(index, near, limit, work)
  let isAny = false
  for (let count = words.length; count > 0; count -= 1) {
    const more = words.slice(count)
    const name = foldCity(words.slice(0, count).join(' '))
    const [from, to] = rangeToRead(index, name, more, best.work, true)
    for (let key = from; key < to; key += 1) {
      const [city, isOther] = [keyCity[key]!, keyOther[key] === 1]
      if (isOther && (more.length === 0 || isOrdinaryWord(name))) continue
      const area = areas.named(city, more.join(' '))
      if (more.length > 0 && !area) continue
      isAny ||= more.length > 0
      const factor = area === 'region' ? regionBeforeCountry : 1
      best.offer(city, (population[city]! + 1) * weightOf(isOther, true) * factor)
    }
  }
  return isAny ? best.found.map(({ city }) => city) : []
}

function named(index: Index, text: string, near: Point | undefined, misspelt: boolean) {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  const name = words.join(' ')
  return (
    shortOrZip(index, name) ??
    withCity(index, name) ??
    citiesWithArea(index, words, near, 1)[0] ??
    withAreaWords(index, words, near) ??
    (misspelt ? namedMisspelt(index, name, near) : undefined)
  )
}

/** Finds the city with the longest name at the beginning of the words. The others are words of its areas. */
function withAreaWords(index: Index, words: string[], near: Point | undefined): number | undefined {
  const best = bestOf(index, near, 1)
  for (let count = words.length; count > 0 && best.found.length === 0; count -= 1) {
    const more = words.slice(count)
    const key = foldCity(words.slice(0, count).join(' '))
    const fits = index.areas.haveWords(more, true)
    for (const { city, isOther } of citiesOf(index, key)) {
      if (isOther && isOrdinaryWord(words[0]!)) continue
      const population = index.population[city]!
      const fewest = more.length > 0 ? 0 : knownFrom[isOther ? 'foreign' : 'own']
      if (population < fewest) continue
      const score = population * (isOther ? foreign : own).whole
      best.offer(city, score, fits)
    }
  }
  return best.found[0]?.city
}

/**
 * True for a word of up to four Latin letters. Matched with a city's name in another language, it is too often an
 * ordinary word: 'bar' is also a name of Qionghai.
 */
const isOrdinaryWord = (word: string) => /^[a-z]{1,4}$/.test(word)

/** Finds a large city whose full name is this name followed by 'City', such as 'New York' and 'Salt Lake'. */
function withCity(index: Index, name: string): number | undefined {
  for (const { city, isOther } of citiesOf(index, `${foldCity(name)} city`))
    if (!isOther && index.population[city]! >= knownFrom.shortened) return city
}

function namedMisspelt(index: Index, name: string, near: Point | undefined) {
  if (name.length < 6 || name.length > most || /\d/.test(name)) return undefined
  const best = bestOf(index, near, 1)
  for (const meant of misspeltKeys(index.keys, foldCity(name)))
    for (const { city, isOther } of citiesOf(index, meant))
      if (!isOther && index.population[city]! >= knownFrom.slipped)
        best.offer(city, index.population[city]!)
  return best.found[0]?.city
}

/**
 * Finds cities of any size with exactly this name or, if `misspelt`, with a name that differs by one letter. Cities
 * near the point come first, then the largest.
 */
function called(
  index: Index,
  text: string,
  near: Point | undefined,
  limit: number,
  misspelt: boolean,
) {
  const name = foldCity(wordsOf(text).join(' '))
  const best = bestOf(index, near, limit)
  const isTelling = name.length >= least && name.length <= most && !/\d/.test(name)
  if (name === '' || (misspelt && !isTelling)) return []
  for (const key of misspelt ? misspeltKeys(index.keys, name) : [name])
    for (const { city, isOther } of citiesOf(index, key))
      best.offer(city, (index.population[city]! + 1) * (isOther ? foreign : own).whole)
  return best.found.map(({ city }) => city)
}

/** Finds a city by its zip code or its short name. */
function shortOrZip(index: Index, folded: string): number | undefined {
  const digits = /^(\d{5})(?: \d{4})?$/.exec(folded)?.[1]
  if (!digits)
    return Object.hasOwn(shortNames, folded) ? bySlug(index, shortNames[folded]!) : undefined
  const { zip, zipCity } = index
  const at = lowerBound(zip.length, (row) => zip[row]! < Number(digits))
  return zip[at] === Number(digits) ? zipCity[at] : undefined
}

/** Returns the ways to fold a name. A final 'st' may be short for 'saint' or the beginning of 'stockholm'. */
function spellings(name: string[]) {
  const begun = [foldCity(name.slice(0, -1).join(' ')), name.at(-1)].filter(Boolean).join(' ')
  return new Set([foldCity(name.join(' ')), begun])
}

/** Returns the first of the keys that begin with `prefix` or, if `whole`, equal it, and the first after them. */
function rangeOf({ keys, keyCity }: Index, prefix: string, whole: boolean) {
  const first = (sought: string) => lowerBound(keyCity.length, (key) => textAt(keys, key) < sought)
  return [first(prefix), first(prefix + (whole ? '\0' : '\uffff'))] as const
}

/** Yields the city of each name that equals `text`. */
function* citiesOf(index: Index, text: string) {
  const [from, to] = rangeOf(index, text, true)
  for (let key = from; key < to; key += 1)
    yield { city: index.keyCity[key]!, isOther: index.keyOther[key] === 1 }
}

/** Returns the range of keys to read, which is empty if that would be too much work. */
function rangeToRead(index: Index, prefix: string, more: string[], work: Work, whole: boolean) {
  let [from, to] = rangeOf(index, prefix, whole)
  if (more.length > 0 && to - from > mostWithWords) [from, to] = rangeOf(index, prefix, true)
  const cost = lookUp + (to - from) * (more.length > 0 ? 1 : plain)
  if (work.read + cost > mostRead) return [0, 0] as const
  work.read += cost
  return [from, to] as const
}

function collect(
  index: Index,
  prefix: string,
  more: string[],
  best: Best,
  share = 1,
  whole = false,
) {
  const [from, to] = rangeToRead(index, prefix, more, best.work, whole)
  const { keys, keyCity, keyOther, population } = index
  const fits = index.areas.haveWords(more)
  // Exact names come first. If a city has this name, or it was corrected, a city isn't meant whose name in another
  // language has more words.
  let isName = share < 1
  for (let key = from; key < to; key += 1) {
    const isWhole = textLength(keys, key) === prefix.length
    const isOther = keyOther[key] === 1
    if (isWhole && !isOther && more.length === 0) isName = true
    if (isName && isOther && textAt(keys, key).includes(' ', prefix.length)) continue
    const city = keyCity[key]!
    best.offer(city, (population[city]! + 1) * weightOf(isOther, isWhole) * share, fits)
  }
}

const weightOf = (isOther: boolean, isWhole: boolean) =>
  (isOther ? foreign : own)[isWhole ? 'whole' : 'begun']

function collectMisspelt(index: Index, name: string[], more: string[], best: Best) {
  const written = name.join(' ')
  if (written.length < least || written.length > most || /\d/.test(written)) return
  const whole = written.length === least
  // Stored names have 'saint' for 'St', and the space after it may be missing in what was typed.
  const parted = foldCity(written.replace(/^(ste?|mt|ft)(?=[a-z]{4})/, '$1 '))
  if (parted !== written) collect(index, parted, more, best, slipped * 2, whole)
  for (const spelling of new Set([written, parted]))
    for (const meant of misspeltKeys(index.keys, spelling, best.work))
      collect(index, meant, more, best, slipped, whole)
}

/**
 * Returns the corrections of one wrong letter in a text that are the beginning of at least one key. The keys are
 * sorted, so the letters before the wrong one narrow down the range to search, and the search ends once no key begins
 * with them.
 */
function misspeltKeys(keys: Texts, text: string, work: Work = { read: 0 }): Set<string> {
  const meant = new Set<string>()
  let [from, to] = [0, keys.start.length - 1]
  const first = (sought: string) =>
    from + lowerBound(to - from, (index) => textAt(keys, from + index) < sought)
  for (let at = 0; at <= text.length && from < to && work.read < mostRead; at += 1) {
    for (const spelling of spellingVariantsAt(text, at)) {
      if (spelling !== spelling.trim() || meant.has(spelling)) continue
      work.read += lookUp
      const index = first(spelling)
      if (index < to && keys.text.startsWith(spelling, keys.start[index])) meant.add(spelling)
    }
    const begun = text.slice(0, at + 1)
    ;[from, to] = [first(begun), first(`${begun}\uffff`)]
  }
  return meant
}

/** Cities within this many degrees of the point, in latitude and in longitude, come first. */
const bias = 0.1

type Found = { city: number; near: boolean; score: number }
type Best = ReturnType<typeof bestOf>

/** Collects the best `limit` cities, each once. `fits` is called only for a city with a high enough score. */
function bestOf(
  { latitude, longitude }: GazetteerData,
  near: Point | undefined,
  limit: number,
  work: Work = { read: 0 },
) {
  const found: Found[] = []
  const isNear = (city: number) =>
    near !== undefined &&
    Math.abs(latitude[city]! - near.latitude) <= bias &&
    Math.abs(((longitude[city]! - near.longitude + 540) % 360) - 180) <= bias
  const isBefore = (a: Found, b: Found) =>
    a.near === b.near ? a.score > b.score || (a.score === b.score && a.city < b.city) : a.near
  return {
    found,
    work,
    offer(city: number, score: number, fits?: (city: number) => boolean) {
      const near = isNear(city)
      // Most cities of a long list end here.
      if (found.length === limit && !near && score < found[limit - 1]!.score) return
      const offered = { city, near, score }
      if (found.length === limit && !isBefore(offered, found[limit - 1]!)) return
      if (fits && !fits(city)) return
      const again = found.findIndex((other) => other.city === city)
      if (again !== -1) {
        if (!isBefore(offered, found[again]!)) return
        found.splice(again, 1)
      }
      const at = found.findIndex((other) => isBefore(offered, other))
      found.splice(at === -1 ? found.length : at, 0, offered)
      if (found.length > limit) found.pop()
    },
  }
}
