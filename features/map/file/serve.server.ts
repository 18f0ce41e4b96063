import { Readable } from 'node:stream'
import { RawResponse, type RequestFacts } from '#platform/server/http/handler.ts'
import { rangeRequired, mapFileNotFound } from '../contract.ts'
import type { installedMap } from './installed.server.ts'

/** Bytes that are read and sent at a time, because the file may be larger than memory. */
const portion = 1024 * 1024
/**
 * Maximum bytes in one response. A tile or a directory is far smaller, but the file may be 100 GB large, and every
 * request costs the same amount of the client's budget.
 */
export const maxResponseBytes = 4 * portion

/**
 * Shortens a range to the maximum. RFC 9110, 15.3.7 allows a response with less than was requested, if it says what it
 * contains.
 */
const within = ({ from, to }: Range): Range => ({
  from,
  to: Math.min(to, from + maxResponseBytes - 1),
})

/**
 * Returns the requested range of the file, or the whole file if it fits into one response. The file's name is a hash of
 * its content, so clients may cache it forever.
 */
export async function serveMapFile(
  installed: ReturnType<typeof installedMap>,
  name: string,
  { range: header, ifRange, ifNoneMatch }: RequestFacts,
): Promise<RawResponse> {
  const file = await installed.current()
  if (!file || file.name !== name) throw mapFileNotFound()
  const etag = `"${name.slice(0, 32)}"`
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  }
  if (ifNoneMatch === etag) return new RawResponse('', headers, 304)
  const valid = ifRange === undefined || ifRange === etag
  const range = valid ? parseRange(header, file.bytes) : null
  if (range === 'none')
    return new RawResponse('', { ...headers, 'Content-Range': `bytes */${file.bytes}` }, 416)
  const { from, to } = within(range ?? { from: 0, to: file.bytes - 1 })
  if (!range && to < file.bytes - 1) throw rangeRequired()
  const sent = { ...headers, 'Content-Length': String(to - from + 1) }
  const body = Readable.from(portions({ from, to }), { objectMode: false })
  return range
    ? new RawResponse(body, { ...sent, 'Content-Range': `bytes ${from}-${to}/${file.bytes}` }, 206)
    : new RawResponse(body, sent)

  async function* portions({ from: begin, to: end }: Range) {
    for (let at = begin; at <= end; at += portion) {
      const part = await installed.part(name, at, Math.min(at + portion - 1, end))
      // The file was removed in the meantime. The error aborts the response, so that no client takes it for complete.
      if (!part || part.length === 0) throw new Error('The map’s file has gone.')
      yield part
    }
  }
}

/** Byte positions in the file, both inclusive. */
export type Range = { from: number; to: number }

/**
 * Parses the Range header for a file of `size` bytes. Returns null for the whole file, and 'none' if the range contains
 * no byte of it.
 */
export function parseRange(header: string | undefined, size: number): Range | null | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  // RFC 9110, 14.2: a range in other units and a list of several ranges may be ignored.
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { from: size - length, to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return null
  return from >= size ? 'none' : { from, to }
}
