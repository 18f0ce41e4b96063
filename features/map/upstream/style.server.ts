import { Away } from '#platform/server/away.ts'
import { z } from 'zod'
import { attributionOf, type Credit } from './attribution.server.ts'
import type { Fetched } from './fetch.server.ts'

const template = z.string().min(1).max(2000)
const tileJson = z.looseObject({
  tiles: z.array(template).min(1).max(16).optional(),
  minzoom: z.number().optional(),
  maxzoom: z.number().optional(),
  bounds: z.array(z.number()).length(4).optional(),
  scheme: z.enum(['xyz', 'tms']).optional(),
  attribution: z.string().max(2000).optional(),
  encoding: z.string().optional(),
})
const source = tileJson.extend({
  type: z.string(),
  url: template.optional(),
  data: z.unknown().optional(),
})
type Source = z.output<typeof source>
const shape = z.looseObject({
  version: z.literal(8),
  sources: z.record(z.string(), source),
  layers: z.array(z.looseObject({ id: z.string(), source: z.string().optional() })).max(2000),
  glyphs: template.optional(),
  sprite: z
    .union([template, z.array(z.object({ id: z.string(), url: template })).max(8)])
    .optional(),
})

type Kind = 'vector' | 'raster'
export type TileSource = { kind: Kind; templates: string[]; minzoom: number; maxzoom: number }

/** What the operator's style names: all that is ever asked for on its behalf. */
export type Upstream = {
  /** With our own addresses in place of its. */
  style: Record<string, unknown>
  tiles: TileSource[]
  data: URL[]
  glyphs: string | null
  fonts: Set<string>
  sprites: URL[]
  credits: Credit[]
}

type Ask = (url: URL, most: number) => Promise<Fetched | null>

const megabyte = 1024 * 1024

export async function readStyle(address: string, first: number, ask: Ask): Promise<Upstream> {
  const base = new URL(address)
  const style = await json(base, shape, ask)
  const upstream: Upstream = {
    style: {},
    tiles: [],
    data: [],
    glyphs: style.glyphs ? absolute(style.glyphs, base) : null,
    fonts: fontsOf(style.layers),
    sprites: [],
    credits: [],
  }
  const sources: Record<string, object> = {}
  for (const [name, one] of Object.entries(style.sources)) {
    const ours = await sourceOf(one, first, base, ask, upstream)
    if (ours) sources[name] = ours
  }
  const sprites =
    typeof style.sprite === 'string' ? [{ id: 'default', url: style.sprite }] : style.sprite
  upstream.sprites = (sprites ?? []).map(({ url }) => new URL(url, base))
  upstream.style = {
    ...style,
    sources,
    // What is drawn of pictures and films from elsewhere is left out.
    layers: style.layers.filter((layer) => layer.source === undefined || sources[layer.source]),
    ...(upstream.glyphs && { glyphs: '/api/map/glyphs/{fontstack}/{range}' }),
    ...(sprites && {
      sprite: sprites.map(({ id }, at) => ({ id, url: `/api/map/sprites/${first + at}/sprite` })),
    }),
  }
  return upstream
}

async function sourceOf(one: Source, first: number, base: URL, ask: Ask, upstream: Upstream) {
  const { url, ...own } = one
  if (one.type === 'geojson') {
    if (typeof one.data !== 'string') return own
    upstream.data.push(new URL(one.data, base))
    return { ...own, data: `/api/map/data/${first + upstream.data.length - 1}` }
  }
  if (!['vector', 'raster', 'raster-dem'].includes(one.type)) return null
  const told = url ? await json(new URL(url, base), tileJson, ask) : {}
  const from = url ? new URL(url, base) : base
  const tiles = own.tiles ?? told.tiles
  if (!tiles) throw new Away('malformed')
  const { minzoom = 0, maxzoom = 22, bounds, scheme, attribution, encoding } = { ...told, ...own }
  upstream.credits.push(...attributionOf(attribution ?? ''))
  upstream.tiles.push({
    kind: one.type === 'vector' ? 'vector' : 'raster',
    templates: tiles.map((tile) => absolute(tile, from)),
    minzoom,
    maxzoom,
  })
  const { attribution: _, ...rest } = own
  return {
    ...rest,
    tiles: [`/api/map/tiles/${first + upstream.tiles.length - 1}/{z}/{x}/{y}`],
    minzoom,
    maxzoom,
    ...(bounds && { bounds }),
    ...(scheme && { scheme }),
    ...(encoding && { encoding }),
  }
}

async function json<T>(url: URL, expected: z.ZodType<T>, ask: Ask): Promise<T> {
  const found = await ask(url, 2 * megabyte)
  let value: unknown
  try {
    value = found && JSON.parse(found.body.toString('utf8'))
  } catch {
    throw new Away('malformed')
  }
  const parsed = expected.safeParse(value)
  if (!parsed.success) throw new Away('malformed')
  return parsed.data
}

/** Braces stay what they are: they are filled in later. */
const absolute = (text: string, base: URL) =>
  new URL(text, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}')

/** Every text under a `text-font`: names of fonts, and words of expressions that nobody will ask for. */
function fontsOf(layers: unknown[]): Set<string> {
  const fonts = new Set(['Open Sans Regular', 'Arial Unicode MS Regular'])
  const gather = (value: unknown): void => {
    if (typeof value === 'string') fonts.add(value)
    else if (Array.isArray(value)) for (const part of value) gather(part)
    else if (value && typeof value === 'object')
      for (const part of Object.values(value)) gather(part)
  }
  for (const layer of layers)
    gather((layer as { layout?: Record<string, unknown> }).layout?.['text-font'])
  return fonts
}
