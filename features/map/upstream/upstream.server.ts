import { Away } from '#platform/server/away.ts'
import { megabytes, promiseCache, type PromiseCache } from '#platform/server/cache.ts'
import type { Services } from '#platform/server/services.ts'
import { fetchUpstream, type Fetched } from './fetch.server.ts'
import { mapGuards, type Guarded } from './guard.server.ts'
import { readStyle, type Upstream } from './style.server.ts'

type Tile = { source: number; z: number; x: number; y: number }
const hour = 3_600_000

/** What the second of two styles, the dark one, names is numbered on from here. */
const apart = 50

/** What MAP_STYLE_URL names, by way of this server: no visitor's address reaches it (rules: third parties). */
export function mapUpstreams({ settings, log }: Pick<Services, 'settings' | 'log'>) {
  const guard = mapGuards(log)
  const caches: Caches = {
    styles: promiseCache({
      name: 'map-styles',
      bytes: megabytes(2),
      ttl: hour,
      sizeOf: ({ style }) => JSON.stringify(style).length,
    }),
    files: promiseCache({
      name: 'map-files',
      bytes: megabytes(7),
      ttl: hour,
      sizeOf: (file) => file?.body.length ?? 0,
    }),
  }
  const all = settings.mapStyles.map((address, at) =>
    mapUpstream({ address, first: at * apart }, guard(), caches),
  )
  return {
    all,
    /** Whose source, sheet or file has this number. */
    of: (index: number): MapUpstream | undefined => all[Math.floor(index / apart)],
  }
}

type Caches = { styles: PromiseCache<Upstream>; files: PromiseCache<Fetched | null> }
export type MapUpstream = ReturnType<typeof mapUpstream>

/** `first` is the number of its first source, sheet and file. */
function mapUpstream(
  { address, first }: { address: string; first: number },
  guarded: Guarded,
  { styles, files }: Caches,
) {
  const { origin: home } = new URL(address)
  const ask = (url: URL, most: number) => guarded(() => fetchUpstream(url, { home, most }))
  // Where one style may ask the other may not.
  const kept = (url: URL, most: number) => files.get(`${home} ${url.href}`, () => ask(url, most))
  const style = () => styles.get(address, () => readStyle(address, first, ask))

  return {
    style,
    async tile({ source, z, x, y }: Tile): Promise<Fetched | null> {
      const found = (await style()).tiles[source - first]
      if (!found || z < found.minzoom || z > found.maxzoom || x >= 2 ** z || y >= 2 ** z)
        return null
      const url = filled(found.templates[(x + y) % found.templates.length]!, { z, x, y })
      const tile = await kept(url, megabytes(2))
      if (!tile) return null
      if (found.kind === 'vector') return { ...tile, type: 'application/vnd.mapbox-vector-tile' }
      return picture(tile)
    },
    /** Whether its style names all of these fonts. */
    async writes(stack: string) {
      const { glyphs, fonts } = await style()
      return glyphs !== null && stack.split(',').every((font) => fonts.has(font))
    },
    async glyphs(stack: string, range: string): Promise<Fetched | null> {
      const { glyphs } = await style()
      if (!glyphs) return null
      const url = glyphs.replace('{fontstack}', encodeURIComponent(stack)).replace('{range}', range)
      const found = await kept(new URL(url), megabytes(1))
      return found && { ...found, type: 'application/x-protobuf' }
    },
    async sprite(sheet: number, file: string): Promise<Fetched | null> {
      const base = (await style()).sprites[sheet - first]
      if (!base) return null
      const url = new URL(base)
      url.pathname += file.slice('sprite'.length)
      const found = await kept(url, megabytes(2))
      if (!found) return null
      return file.endsWith('.json') ? { ...found, type: 'application/json' } : picture(found)
    },
    async data(index: number): Promise<Fetched | null> {
      const url = (await style()).data[index - first]
      const found = url && (await kept(url, megabytes(4)))
      return found ? { ...found, type: 'application/geo+json' } : null
    },
  }
}

function filled(template: string, { z, x, y }: Omit<Tile, 'source'>): URL {
  const known: Record<string, string> = {
    z: String(z),
    x: String(x),
    y: String(y),
    ratio: '',
    quadkey: quadkey(z, x, y),
  }
  return new URL(template.replace(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole))
}

const quadkey = (z: number, x: number, y: number) =>
  Array.from({ length: z }, (_, at) => {
    const bit = z - 1 - at
    return ((x >> bit) & 1) + 2 * ((y >> bit) & 1)
  }).join('')

const pictures = /^image\/(png|jpeg|webp|avif|gif)$/

/** Nothing but a picture goes out as one. */
function picture(file: Fetched): Fetched {
  const type = file.type.split(';')[0]!.trim().toLowerCase()
  if (!pictures.test(type)) throw new Away('malformed')
  return { ...file, type }
}
