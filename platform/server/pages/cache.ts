import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Rendered } from '#platform/web/render/page-data.ts'
import { acceptedEncoding } from '../http/accepted-encoding.ts'
import { megabytes, promiseCache } from '../cache.ts'

type Encoded = { encoding: string | null; body: Buffer }
export type PageAnswer = Rendered & {
  packed?: { etag: string; bytes: number; encoded(accepted?: string): Promise<Encoded> }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Others see a member's act within 2 s (rules: freshness); the rest of that time is the call's and the drawing's, and
 * what a replica may be behind.
 */
const fresh = { alone: 1_500, withReplicas: 700 }

/** Pages as the visitor sees them, for a moment: one drawing for all who ask meanwhile, one compression each. */
export function cachedPages(
  draw: (path: string) => Promise<Rendered>,
  { now, hasReplicas = false }: { now?: () => number; hasReplicas?: boolean } = {},
) {
  const pages = promiseCache<PageAnswer>({
    name: 'pages',
    bytes: megabytes(12),
    ttl: hasReplicas ? fresh.withReplicas : fresh.alone,
    sizeOf: ({ packed }) => packed?.bytes ?? 0,
    keeps: ({ status }) => status < 500,
    ...(now ? { now } : {}),
  })
  return (path: string) => pages.get(path, () => draw(path).then(pack))
}

function pack(page: Rendered): PageAnswer {
  if (page.redirect) return page
  const plain = Buffer.from(page.html)
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const made = new Map<string, Promise<Buffer>>()
  const once = (encoding: string, make: () => Promise<Buffer>) => {
    const body = made.get(encoding) ?? make()
    made.set(encoding, body)
    return body
  }
  return {
    ...page,
    // Once is enough.
    html: '',
    packed: {
      etag,
      // Its two packings are a third of it.
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
