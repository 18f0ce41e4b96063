import type { StyleSpecification } from 'maplibre-gl'

/** Loads the operator's style. Relative addresses in it are resolved against the style's own address. */
export async function loadOperatorStyle(address: string): Promise<StyleSpecification> {
  const answer = await fetch(address, { credentials: 'omit' })
  if (!answer.ok) throw new Error(`The map's style answered ${answer.status}.`)
  const style = (await answer.json()) as StyleSpecification
  if (style.version !== 8 || !Array.isArray(style.layers) || typeof style.sources !== 'object')
    throw new Error('The map’s style is none.')
  return absoluteStyle(style, address)
}

/**
 * Makes all addresses in a style absolute, because tiles are fetched by a worker, where relative addresses have no
 * base.
 */
export function absoluteStyle(style: StyleSpecification, address: string): StyleSpecification {
  // Braces must not be escaped because MapLibre replaces the placeholders in them.
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
