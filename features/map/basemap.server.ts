import { Away } from '#platform/server/away.ts'
import type { OutputOf } from '#platform/contract/call.ts'
import type { Services } from '#platform/server/services.ts'
import type { basemap } from './contract.ts'
import type { installedMap } from './file/installed.server.ts'
import { drawnCredits } from './ground/drawn-credits.ts'
import type { MapUpstream } from './upstream/upstream.server.ts'

export type Basemap = OutputOf<typeof basemap>

const openStreetMap = [
  { text: '© OpenStreetMap contributors', href: 'https://www.openstreetmap.org/copyright' },
]

/** The style that the settings name, else the file that was installed, else the drawn map; never none. */
export async function chosenBasemap(
  upstreams: MapUpstream[],
  installed: ReturnType<typeof installedMap>,
  look: 'light' | 'dark',
  log: Services['log'],
): Promise<Basemap> {
  const at = look === 'dark' && upstreams.length > 1 ? 1 : 0
  const upstream = upstreams[at]
  const drawn: Basemap = { kind: 'drawn', style: null, file: null, attribution: drawnCredits }
  if (upstream) {
    try {
      const { style, credits } = await upstream.style()
      return { kind: 'style', style, file: null, attribution: unique(credits) }
    } catch (error) {
      if (!(error instanceof Away)) throw error
      return drawn
    }
  }
  const file = await installed.current().catch((error: Error) => {
    log.error({ err: error }, 'the installed map could not be read')
    return null
  })
  if (!file) return drawn
  const { attribution, ...facts } = file
  const own = attribution.length > 0 ? attribution : openStreetMap
  return { kind: 'file', style: null, file: facts, attribution: unique([...own, ...drawnCredits]) }
}

const unique = (credits: Basemap['attribution']) => [
  ...new Map(credits.map((credit) => [credit.text, credit])).values(),
]
