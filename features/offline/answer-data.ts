import type { Point } from '#domain/position/miles.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Returns a call's answer or the data within a page, or null for anything else. */
export async function dataOf(answer: Response | undefined): Promise<unknown> {
  const type = answer?.headers.get('content-type') ?? ''
  try {
    if (type.startsWith('application/json')) return await answer!.json()
    if (!type.startsWith('text/html')) return null
    const page = /<script type="application\/json" id="page-data">(.*?)<\/script>/s
    return JSON.parse(page.exec(await answer!.text())![1]!)
  } catch {
    // The browser has lost a part of this entry.
    return null
  }
}

export function* nestedObjects(value: unknown): Generator<Fields> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Fields
  for (const inner of Object.values(value)) yield* nestedObjects(inner)
}

export function asPoint(value: unknown): Point | null {
  const { latitude, longitude } = (value ?? {}) as Partial<Point>
  return Number.isFinite(latitude) && Number.isFinite(longitude)
    ? { latitude: latitude!, longitude: longitude! }
    : null
}

/** Returns the point around which a page's list is, or null if the page has none. */
export const pointOfPage = (objects: Iterable<Fields>) =>
  [...objects].map(({ point }) => asPoint(point)).find(Boolean) ?? null

export function pointInQuery(params: URLSearchParams): Point | null {
  const [latitude, longitude] = ['latitude', 'longitude'].map((key) => params.get(key))
  return latitude && longitude ? asPoint({ latitude: +latitude, longitude: +longitude }) : null
}
