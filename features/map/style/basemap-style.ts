import { addProtocol, type StyleSpecification } from 'maplibre-gl'
import type { Output } from '#platform/contract/wire.ts'
import { drawnStyle } from './drawn-style.ts'
import { fileStyle } from './file-style.ts'
import type { Look } from './palette.ts'

export type Basemap = Output<'GET /map/basemap'>

let reading: Promise<void> | undefined

/** What reads PMTiles comes where such a file is shown. */
const pmtiles = () =>
  (reading ??= import('pmtiles').then(({ Protocol }) =>
    addProtocol('pmtiles', new Protocol().tile),
  ))

/** What lies under the marks; where nobody could say, the drawn map. */
export async function styleOf(basemap: Basemap | null, look: Look): Promise<StyleSpecification> {
  const { origin } = location
  if (basemap?.kind === 'style' && basemap.style)
    return absolute(basemap.style, origin) as StyleSpecification
  if (basemap?.kind === 'file' && basemap.file) {
    try {
      await pmtiles()
      return fileStyle(basemap.file, look, origin)
    } catch {
      reading = undefined
    }
  }
  return drawnStyle(look, origin)
}

/** Tiles are asked for by another thread, which knows no page to begin at. */
function absolute(value: unknown, origin: string): unknown {
  if (typeof value === 'string') return value.startsWith('/api/map/') ? origin + value : value
  if (Array.isArray(value)) return value.map((part) => absolute(part, origin))
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, absolute(part, origin)]),
    )
  return value
}
