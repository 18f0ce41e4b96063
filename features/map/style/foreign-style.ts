import type { StyleSpecification } from 'maplibre-gl'

/** The operator's style from where it is. What it names is read against its own address, as in a page. */
export async function foreignStyle(address: string): Promise<StyleSpecification> {
  const answer = await fetch(address, { credentials: 'omit' })
  if (!answer.ok) throw new Error(`The map's style answered ${answer.status}.`)
  const style = (await answer.json()) as StyleSpecification
  if (style.version !== 8 || !Array.isArray(style.layers) || typeof style.sources !== 'object')
    throw new Error('The map’s style is none.')
  return absoluteStyle(style, address)
}

/** Tiles are fetched by a worker, in which relative addresses have no base. */
export function absoluteStyle(style: StyleSpecification, address: string): StyleSpecification {
  // Braces must not be escaped: MapLibre fills them in.
  const absolute = (text: string) =>
    new URL(text, address).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
  const { sprite, glyphs } = style
  const sources = Object.entries(style.sources).map(([name, source]) => {
    const { url, tiles, data } = source as { url?: string; tiles?: string[]; data?: unknown }
    return [
      name,
      {
        ...source,
        ...(url && { url: absolute(url) }),
        ...(tiles && { tiles: tiles.map(absolute) }),
        ...(typeof data === 'string' && { data: absolute(data) }),
      },
    ]
  })
  return {
    ...style,
    sources: Object.fromEntries(sources) as StyleSpecification['sources'],
    ...(glyphs && { glyphs: absolute(glyphs) }),
    ...(typeof sprite === 'string' && { sprite: absolute(sprite) }),
    ...(Array.isArray(sprite) && {
      sprite: sprite.map(({ id, url }) => ({ id, url: absolute(url) })),
    }),
  }
}
