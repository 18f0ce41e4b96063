import { firstCharacters } from '#platform/text/characters.ts'
import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  eacute: 'é',
  egrave: 'è',
  ntilde: 'ñ',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
}

/** Decodes HTML entities, which scrapers leave in names: 'Joe&#39;s'. */
const decodeEntities = (text: string) =>
  text.replace(/&(?:#(x?)([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, hex, code, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    const point = Number.parseInt(code, hex ? 16 : 10)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })

/** Returns one clean line of text, or null if nothing is left of it or its letters are broken beyond repair. */
export function cleanText(value: unknown, maximum = 200): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
    .slice(0, maximum * 4)
    .replace(/\p{Cs}/gu, ' ')
  const line = decodeEntities(text).normalize('NFC')
  if (line.includes('\ufffd')) return null
  const clean = withoutInvisibleCharacters(line.replace(/\p{Cc}+/gu, ' '), ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return clean === '' ? null : firstCharacters(clean, maximum).trim()
}

/** Returns the first usable http or https address, or null. A bare host gets https. */
export function parseWebsite(...candidates: unknown[]): string | null {
  for (const candidate of candidates) {
    const first = cleanText(candidate, 2000)?.split(/[;\s]/)[0]
    if (!first || !/^[\p{L}\d]/u.test(first)) continue
    const whole = /^https?:\/\//i.test(first) ? first : `https://${first}`
    if (!URL.canParse(whole)) continue
    const url = new URL(whole)
    const isHost = /^[^.]+(\.[^.]+)*\.\p{L}[\p{L}\p{N}-]+$/u.test(url.hostname)
    if (isHost && !url.username && !url.password && url.href.length <= 500) return url.href
  }
  return null
}

/** Returns the first phone number, without 'tel:' before it or words behind it, or null. */
export function parsePhone(...candidates: unknown[]): string | null {
  for (const candidate of candidates) {
    const first = (cleanText(candidate, 100)?.split(/[;,]/)[0] ?? '').replace(/[‐‑‒–—]/g, '-')
    const number = /^(?:tel|phone|ph)?[.:\s]*(\+?[\d\s()./-]{5,30})(?:\s*\p{L}.*)?$/iu.exec(first)
    const phone = number?.[1]!.trim()
    if (phone && /(?:\d\D*){5}/.test(phone)) return phone
  }
  return null
}

const maxCuisines = 8

/** Returns the first distinct words (at most `maxCuisines`) in lists such as 'burger;Tex-Mex', or null for none. */
export function parseCuisines(lists: unknown[]): string[] | null {
  const words = lists
    .flatMap((list) => (cleanText(list, 500) ?? '').split(/[;,]/))
    .map((word) =>
      word
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    )
    .filter((word) => /^[a-z0-9_]{2,40}$/.test(word))
  return words.length > 0 ? [...new Set(words)].slice(0, maxCuisines) : null
}

export function parsePosition(latitude: unknown, longitude: unknown) {
  const at = { latitude: degrees(latitude), longitude: degrees(longitude) }
  if (Number.isNaN(at.latitude) || Number.isNaN(at.longitude)) throw new Error('has no position')
  if (Math.abs(at.latitude) > 90 || Math.abs(at.longitude) > 180)
    throw new Error('lies outside the map')
  if (at.latitude === 0 && at.longitude === 0) throw new Error('has no position')
  return at
}

/** Half of Europe writes 44.98 as '44,98'. */
const degrees = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(String(value).replace(/^(\s*-?\d+),(\d+\s*)$/, '$1.$2'))
    : NaN
