import { foldText } from '../fold.ts'
import type { GazetteerData } from './build.server.ts'
import { regionCodes } from '../cities/region-codes.data.ts'

const alias: Record<string, string> = { US: 'usa', GB: 'uk', AE: 'uae' }

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
export const countryName = (code: string) => names.of(code) ?? code

/** The folded names and codes of a region and of its country, and the words of all of these. */
type Area = { regions: string[]; countries: string[]; words: string[] }

export type Areas = ReturnType<typeof areasOf>

/** Tells in which region, country and district a city is, by their folded names. */
export function areasOf(data: GazetteerData) {
  const areas = new Map<number, Area>()
  /** Filled on demand. Folding the districts of all cities whose names begin with one letter would take 30 ms. */
  const districtWords = new Map<number, string[]>()
  const keyOf = (city: number) => data.region[city]! * 65_536 + data.country[city]!

  function areaOf(city: number, key = keyOf(city)): Area {
    let area = areas.get(key)
    if (!area) {
      const country = data.countries[data.country[city]!]!
      const { code, name } = data.regions[data.region[city]!]!
      const regions = folded([code, name, ...(regionCodes[country]?.[name] ?? [])])
      const countries = folded([country, alias[country], countryName(country)])
      const words = [...regions, ...countries].join(' ').split(' ')
      areas.set(key, (area = { regions, countries, words }))
    }
    return area
  }

  function districtWordsOf(city: number): string[] {
    const at = data.district[city]!
    let words = districtWords.get(at)
    if (!words) districtWords.set(at, (words = foldText(data.districts[at]!).split(' ')))
    return words
  }

  return {
    /** Returns what a folded text names as a whole: the city's region, perhaps with its country, or its country alone. */
    named(city: number, text: string): 'region' | 'country' | undefined {
      const { regions, countries } = areaOf(city)
      const isCountry = (text: string) => countries.includes(text)
      const isRegion = regions.some(
        (name) =>
          text === name || (text.startsWith(`${name} `) && isCountry(text.slice(name.length + 1))),
      )
      if (isRegion) return 'region'
      return isCountry(text) ? 'country' : undefined
    },

    /**
     * Returns a function that tells whether each of these words is a word of the name or code of a city's region, country
     * or district ('mn', 'minnesota', 'usa', 'hennepin'). Unless `whole`, the beginning of such a word is enough.
     */
    haveWords(sought: string[], whole = false): ((city: number) => boolean) | undefined {
      if (sought.length === 0) return undefined
      const isAmong = (part: string, names: string[]) =>
        names.some((word) => (whole ? word === part : word.startsWith(part)))
      // Thousands of cities are asked, in a few areas. Most are done with at the first word that their area doesn't have.
      const firstLeft = new Map<number, string[]>()
      return (city) => {
        const key = keyOf(city)
        const isOfArea = (part: string) => isAmong(part, areaOf(city, key).words)
        let left = firstLeft.get(key)
        if (!left) {
          const at = sought.findIndex((part) => !isOfArea(part))
          firstLeft.set(key, (left = at === -1 ? [] : sought.slice(at)))
        }
        return left.every(
          (part, nth) => isAmong(part, districtWordsOf(city)) || (nth > 0 && isOfArea(part)),
        )
      }
    },
  }
}

const folded = (names: (string | undefined)[]) => [
  ...new Set(names.map((name = '') => foldText(name)).filter(Boolean)),
]
