import { addProtocol, type StyleSpecification } from 'maplibre-gl'
import type { Output } from '#platform/contract/wire.ts'
import { drawnStyle } from './drawn-style.ts'
import { fileStyle } from './file-style.ts'
import { foreignStyle } from './foreign-style.ts'
import type { Look } from './palette.ts'

export type Basemap = Output<'GET /map/basemap'>

let reading: Promise<void> | undefined

/** What reads PMTiles comes where such a file is shown. */
const pmtiles = () =>
  (reading ??= import('pmtiles').then(({ Protocol }) =>
    addProtocol('pmtiles', new Protocol().tile),
  ))

/** What lies under the marks; where nobody could say, the drawn map. Fails where the operator's style doesn't come. */
export async function styleOf(basemap: Basemap | null, look: Look): Promise<StyleSpecification> {
  const { origin } = location
  if (basemap?.kind === 'style' && basemap.style) return foreignStyle(basemap.style)
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
