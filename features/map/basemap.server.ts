import type { OutputOf } from '#platform/contract/call.ts'
import type { Services } from '#platform/server/services.ts'
import type { basemap } from './contract.ts'
import type { installedMap } from './file/installed.server.ts'
import { drawnCredits } from './ground/drawn-credits.ts'

export type Basemap = OutputOf<typeof basemap>

const openStreetMap = [
  { text: '© OpenStreetMap contributors', href: 'https://www.openstreetmap.org/copyright' },
]

/** The style that the settings name, else the file that was installed, else the drawn map; never none. */
export async function chosenBasemap(
  { settings: { mapStyles }, log }: Pick<Services, 'settings' | 'log'>,
  installed: ReturnType<typeof installedMap>,
  look: 'light' | 'dark',
): Promise<Basemap> {
  const [light, dark = light] = mapStyles
  const style = look === 'dark' ? dark : light
  if (style) return { kind: 'style', style, file: null, attribution: [] }
  const file = await installed.current().catch((error: Error) => {
    log.error({ err: error }, 'the installed map could not be read')
    return null
  })
  if (!file) return { kind: 'drawn', style: null, file: null, attribution: drawnCredits }
  const { attribution, ...facts } = file
  const own = attribution.length > 0 ? attribution : openStreetMap
  return { kind: 'file', style: null, file: facts, attribution: unique([...own, ...drawnCredits]) }
}

const unique = (credits: Basemap['attribution']) => [
  ...new Map(credits.map((credit) => [credit.text, credit])).values(),
]
