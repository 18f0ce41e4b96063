import type { Point } from '#domain/position/miles.ts'

/** What a maps app shares, as the manifest's `share_target` names it. Each part can be missing. */
export const shareTargetKeys = ['title', 'text', 'url'] as const
export type ShareTargetTexts = Partial<Record<(typeof shareTargetKeys)[number], string | null>>
export type SharedPlace = { name: string; point: Point | null }

const maxLength = 100
const linkPattern = /\b(?:https?:\/\/|geo:)[^\s<>"]+/gi
/** Titles that name the app instead of the place. */
const appNames = 'Google Maps|Apple Maps|Maps|OpenStreetMap|Organic Maps|OsmAnd'
const appSuffix = new RegExp(`\\s+[-–—·|]\\s+(?:${appNames})$`, 'i')
const onlyApp = new RegExp(`^(?:${appNames})$`, 'i')

/**
 * Reads a place from what a maps app shares: its name and, if a link contains them, its coordinates. Links aren't
 * fetched, so of a shortened link only the text beside it can be used. Returns null if there is neither a name nor a
 * point.
 */
export function parseSharedPlace(shared: ShareTargetTexts): SharedPlace | null {
  const texts = shareTargetKeys.map((key) => shared[key]?.slice(0, 4000) ?? '')
  const links = texts.flatMap((text) => text.match(linkPattern) ?? []).map(readLink)
  const point = links.find((link) => link.point)?.point ?? null
  const lines = texts.slice(0, 2).flatMap((text) => text.replace(linkPattern, '\n').split('\n'))
  const name = [...links.map((link) => link.name), ...lines].map(clean).find(Boolean) ?? ''
  return name || point ? { name, point } : null
}

/** Returns a typed name without the link that a maps app copies with it, or the name in the link if there is only that. */
export const nameWithoutLink = (typed: string): string =>
  /https?:\/\//i.test(typed) ? (parseSharedPlace({ text: typed })?.name ?? '') : typed

/** Returns a typed address without the link that a maps app copies with it. */
export const addressWithoutLink = (typed: string): string =>
  /https?:\/\//i.test(typed) ? typed.replace(linkPattern, ' ').trim() : typed

/** Returns the name that a search field asks for, or null for a link alone: without a name, all would be found. */
export function nameToFind(typed: string): string | null {
  const name = nameWithoutLink(typed)
  return name === '' && typed.trim() !== '' ? null : name
}

/** Returns the text as a name to search for, or '' if it can't be one. */
function clean(text: string): string {
  const name = text.replace(/\s+/g, ' ').trim().replace(appSuffix, '')
  const isName = /\p{L}/u.test(name) && !onlyApp.test(name)
  return isName ? name.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '') : ''
}

const nothing: SharedPlace = { name: '', point: null }

function readLink(link: string): SharedPlace {
  const geo = /^geo:([^?]*)(?:\?(.*))?$/i.exec(link)
  if (geo) return readGeo(geo[1]!, new URLSearchParams(geo[2]))
  const url = URL.canParse(link) ? new URL(link) : null
  return url ? readMapAddress(url) : nothing
}

/** Reads `geo:44.9,-93.2`, also with `?q=Name` or `?q=44.9,-93.2(Name)`. `geo:0,0` means that there is no point. */
function readGeo(path: string, params: URLSearchParams): SharedPlace {
  const asked = readPointOrName(params.get('q'))
  const own = pointIn(path)
  const isSet = own !== null && (own.latitude !== 0 || own.longitude !== 0)
  return { name: asked.name, point: asked.point ?? (isSet ? own : null) }
}

/** Reads addresses of Google Maps, Apple Maps, OpenStreetMap and sites with similar addresses. */
function readMapAddress(url: URL): SharedPlace {
  const { searchParams: params, hash, pathname } = url
  const path = decoded(pathname)
  const found = ['q', 'query', 'name', 'll', 'coordinate', 'destination', 'daddr', 'pin'].map(
    (key) => readPointOrName(params.get(key)),
  )
  const name = /\/(?:place|search)\/([^/@]+)/.exec(path)?.[1]?.replaceAll('+', ' ') ?? ''
  const inPath = readPointOrName(name)
  const points = [
    // The place's own point comes first, before the center of the map on which it is shown.
    pointOf(/!3d(-?[\d.]+)!4d(-?[\d.]+)/.exec(path)),
    inPath.point,
    ...found.map(({ point }) => point),
    pointFrom(params.get('mlat'), params.get('mlon')),
    pointFrom(params.get('lat'), params.get('lon') ?? params.get('lng')),
    pointOf(/@(-?[\d.]+),(-?[\d.]+)/.exec(path)),
    pointOf(/map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/.exec(hash)),
  ]
  return {
    name: inPath.name || (found.find((one) => one.name)?.name ?? ''),
    point: points.find((point) => point !== null) ?? null,
  }
}

/** Reads '44.9,-93.2', '44.9,-93.2(Name)', 'loc:44.9,-93.2' or a name. */
function readPointOrName(text: string | null): SharedPlace {
  if (!text) return nothing
  const point = pointIn(text)
  if (!point) return { name: text, point: null }
  return { name: /\((.+)\)\s*$/.exec(text)?.[1] ?? '', point }
}

const pointIn = (text: string) =>
  pointOf(/^(?:loc:)?\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)(?![\w.])/i.exec(text))

const pointOf = (match: RegExpExecArray | null) =>
  match && pointFrom(match[1] ?? null, match[2] ?? null)

function pointFrom(first: string | null, second: string | null): Point | null {
  if (!first || !second) return null
  const [latitude, longitude] = [Number(first), Number(second)]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
