import { Readable } from 'node:stream'
import { Raw, type RequestFacts } from '#platform/server/http/handler.ts'
import { askForRange, mapFileNotFound } from '../contract.ts'
import type { installedMap } from './installed.server.ts'

/** Read and sent at a time: the file may be larger than memory. */
const portion = 1024 * 1024
/**
 * What one answer brings at most. A tile or a directory is far smaller; the file may be a hundred gigabytes, and each
 * question costs the same of a budget.
 */
export const longest = 4 * portion

/** RFC 9110, 15.3.7: an answer may be of less than was asked for, and says of what. */
const within = ({ from, to }: Range): Range => ({ from, to: Math.min(to, from + longest - 1) })

/** The file, or the part of it that was asked for. Its name says what is in it, so it may be kept for ever. */
export async function partOfMap(
  installed: ReturnType<typeof installedMap>,
  name: string,
  { range: header, ifRange, ifNoneMatch }: RequestFacts,
): Promise<Raw> {
  const file = await installed.current()
  if (!file || file.name !== name) throw mapFileNotFound()
  const etag = `"${name.slice(0, 32)}"`
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  }
  if (ifNoneMatch === etag) return new Raw('', headers, 304)
  const valid = ifRange === undefined || ifRange === etag
  const range = valid ? rangeOf(header, file.bytes) : null
  if (range === 'none')
    return new Raw('', { ...headers, 'Content-Range': `bytes */${file.bytes}` }, 416)
  const { from, to } = within(range ?? { from: 0, to: file.bytes - 1 })
  if (!range && to < file.bytes - 1) throw askForRange()
  const sent = { ...headers, 'Content-Length': String(to - from + 1) }
  const body = Readable.from(portions({ from, to }), { objectMode: false })
  return range
    ? new Raw(body, { ...sent, 'Content-Range': `bytes ${from}-${to}/${file.bytes}` }, 206)
    : new Raw(body, sent)

  async function* portions({ from: begin, to: end }: Range) {
    for (let at = begin; at <= end; at += portion) {
      const part = await installed.part(name, at, Math.min(at + portion - 1, end))
      // The file was removed meanwhile: the answer breaks off, so that nobody takes it for complete.
      if (!part || part.length === 0) throw new Error('The map’s file has gone.')
      yield part
    }
  }
}

/** Both ends are included. */
export type Range = { from: number; to: number }

/** What a Range header asks for of so many bytes: null for all of it, 'none' where there is nothing of it. */
export function rangeOf(header: string | undefined, size: number): Range | null | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  // Several ranges, other units: as if nothing had been asked (RFC 9110, 14.2).
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
