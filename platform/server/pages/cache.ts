import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { DistanceUnit } from '#platform/text/distance.ts'
import type { RenderedPage } from '#platform/web/render/page-data.ts'
import { acceptedEncoding } from '../http/accepted-encoding.ts'
import { megabytesToBytes, promiseCache } from '../cache.ts'
import { networkOf } from '../http/limits.ts'
import { sealedCursors } from '../sealed-cursor.ts'
import { pageTurns } from './page-turns.ts'

type Encoded = { encoding: string | null; body: Buffer }
export type PageResponse = RenderedPage & {
  packed?: { etag: string; bytes: number; encoded(accepted?: string): Promise<Encoded> }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Milliseconds that a page is cached. Others must see a member's action within 2 s (rules: freshness). The remaining
 * time is for the call, the rendering and the lag of a replica.
 */
const fresh = { alone: 1_500, withReplicas: 700 }

/** Draws a page. The address is the one that asked first. */
type Draw = (path: string, unit: DistanceUnit, ip: string) => Promise<RenderedPage>

type Options = {
  /** Milliseconds, increasing. */
  now?: () => number
  hasReplicas?: boolean
}

/**
 * Caches drawn pages briefly, so that concurrent requests share a drawing, in the turn that comes first, and one
 * compression per encoding.
 */
export function cachedPages(draw: Draw, { now, hasReplicas = false }: Options = {}) {
  const pages = promiseCache<PageResponse>({
    name: 'pages',
    bytes: megabytesToBytes(12),
    ttl: hasReplicas ? fresh.withReplicas : fresh.alone,
    sizeOf: ({ packed }) => packed?.bytes ?? 0,
    shouldCache: ({ status }) => status < 500,
    ...(now ? { now } : {}),
  })
  const inTurn = pageTurns<PageResponse>()
  // Readers of miles and of kilometers share no page, because the server draws the unit.
  return (path: string, unit: DistanceUnit, ip: string) => {
    const key = `${unit} ${path}`
    // A page's age begins with its turn, because its data is loaded from then on.
    const get = () => pages.get(key, async () => pack(await draw(path, unit, ip)))
    return pages.has(key) ? get() : inTurn(key, networkOf(ip), get)
  }
}

function pack(page: RenderedPage): PageResponse {
  if (page.redirect) return page
  const plain = Buffer.from(page.html)
  // Each drawing has other cursors, but nothing else may differ for a 304.
  const same = page.html.replaceAll(sealedCursors, '')
  const etag = `W/"${createHash('sha256').update(same).digest('base64url').slice(0, 22)}"`
  const made = new Map<string, Promise<Buffer>>()
  const once = (encoding: string, make: () => Promise<Buffer>) => {
    const body = made.get(encoding) ?? make()
    made.set(encoding, body)
    return body
  }
  return {
    ...page,
    // `packed` contains the page, so a second copy would waste memory.
    html: '',
    packed: {
      etag,
      // The compressed copies are estimated at half the page's size.
      bytes: 1.5 * plain.length,
      async encoded(accepted) {
        const encoding = acceptedEncoding(accepted, ['br', 'gzip'])
        if (!encoding) return { encoding, body: plain }
        const make = () => (encoding === 'br' ? brotli(plain, quick) : zip(plain))
        return { encoding, body: await once(encoding, make) }
      },
    },
  }
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
