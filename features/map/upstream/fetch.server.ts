import { lookup, type LookupAddress } from 'node:dns'
import { get as getPlain, type IncomingMessage, type RequestOptions } from 'node:http'
import { get as getSafely } from 'node:https'
import { isIP } from 'node:net'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { Away, refusalOf } from '#platform/server/away.ts'
import { isPrivate } from '#platform/server/private-addresses.ts'

export type Fetched = { body: Buffer; type: string }

type Limits = {
  /** The origin that the operator named: it alone may lie in a private network. */
  home: string
  /** Bytes, unpacked. */
  most: number
  patience?: number
}

/** Null where it has no such thing. Nothing leads on: a redirect is a refusal (S24). */
export async function fetchUpstream(url: URL, limits: Limits): Promise<Fetched | null> {
  const signal = AbortSignal.timeout(limits.patience ?? 5_000)
  try {
    const answer = await asked(url, limits, signal)
    const status = answer.statusCode ?? 0
    if (status !== 200) {
      answer.destroy()
      if (status === 404 || status === 204 || status === 410) return null
      throw refusalOf(status, answer.headers['retry-after'])
    }
    return { body: await bodyOf(answer, limits.most), type: answer.headers['content-type'] ?? '' }
  } catch (error) {
    if (error instanceof Away) throw error
    throw new Away(signal.aborted ? 'time-out' : 'outage')
  }
}

function asked(url: URL, { home }: Limits, signal: AbortSignal) {
  const options: RequestOptions = {
    signal,
    headers: { accept: '*/*', 'accept-encoding': 'gzip, br', 'user-agent': 'Yolo map' },
  }
  if (url.origin !== home) {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (!['http:', 'https:'].includes(url.protocol) || url.username || isPrivate(host))
      throw new Away('forbidden')
    // Looked at when it is connected to, so that no name means one thing now and another then.
    if (isIP(host) === 0) options.lookup = publicOnly as RequestOptions['lookup']
  }
  const get = url.protocol === 'https:' ? getSafely : getPlain
  return new Promise<IncomingMessage>((resolve, reject) => {
    get(url, options, resolve).once('error', reject)
  })
}

type Found = (error: Error | null, address?: string | LookupAddress[], family?: number) => void

function publicOnly(host: string, options: { all?: boolean }, done: Found) {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error)
    const [first] = addresses
    if (!first || addresses.some(({ address }) => isPrivate(address)))
      return done(new Away('forbidden'))
    return options.all ? done(null, addresses) : done(null, first.address, first.family)
  })
}

async function bodyOf(answer: IncomingMessage, most: number): Promise<Buffer> {
  const encoding = answer.headers['content-encoding']
  const unpack =
    encoding === 'gzip' ? createGunzip() : encoding === 'br' ? createBrotliDecompress() : null
  const parts: Buffer[] = []
  let size = 0
  // What breaks off on its way breaks what unpacks it too.
  if (unpack) answer.once('error', (error) => unpack.destroy(error)).pipe(unpack)
  try {
    for await (const part of (unpack ?? answer) as AsyncIterable<Buffer>) {
      size += part.length
      if (size > most) throw new Away('malformed')
      parts.push(part)
    }
  } finally {
    answer.destroy()
  }
  return Buffer.concat(parts)
}
