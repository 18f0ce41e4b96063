import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Rendered } from '#platform/web/rendered.ts'

type Encoded = { encoding: string | null; body: Buffer }
export type PageAnswer = Rendered & {
  packed?: { etag: string; encoded(accepted: string): Promise<Encoded> }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Others see a member's act within 2 s (decision 23); the rest of that time is the call's and the drawing's. */
const fresh = 1_500

/**
 * Pages as the visitor sees them, for a moment: one drawing for all who ask meanwhile, one compression each.
 * The time counts from when the drawing begins, because that is how old its data may be.
 */
export function cachedPages(draw: (path: string) => Promise<Rendered>, now?: () => number) {
  const pages = new LRUCache<string, Promise<PageAnswer>>({
    max: 500,
    ttl: fresh,
    ttlResolution: 0,
    ...(now ? { perf: { now } } : {}),
  })
  return (path: string): Promise<PageAnswer> => {
    const known = pages.get(path)
    if (known) return known
    const page = draw(path).then(pack)
    const forget = () => {
      if (pages.peek(path) === page) pages.delete(path)
    }
    pages.set(path, page)
    // A failure is told to those who waited for it, and to nobody after.
    page.then(({ status }) => status >= 500 && forget(), forget)
    return page
  }
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
    packed: {
      etag,
      async encoded(accepted) {
        if (accepts(accepted, 'br'))
          return { encoding: 'br', body: await once('br', () => brotli(plain, quick)) }
        if (accepts(accepted, 'gzip'))
          return { encoding: 'gzip', body: await once('gzip', () => zip(plain)) }
        return { encoding: null, body: plain }
      },
    },
  }
}

const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const accepts = (header: string, encoding: string) =>
  header.split(',').some((part) => {
    const [name = '', ...params] = part
      .toLowerCase()
      .split(';')
      .map((piece) => piece.trim())
    return name === encoding && !params.some((param) => /^q=0(\.0*)?$/.test(param))
  })
