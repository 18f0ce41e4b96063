import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { badInput, type Refusal } from '#platform/contract/failure.ts'
import { photoTooLarge } from './contract.ts'

export const incompletePhotoUpload = () => badInput({ message: 'The photo did not arrive whole.' })

/** Maximum number of times that a form's boundary may occur. A photo and its cut need three. */
const maxBoundaries = 20
const limits = {
  fileSize: Infinity,
  files: 2,
  fields: 10,
  fieldSize: 1024,
  parts: 12,
  headerPairs: 20,
  headerSize: 4096,
}

/**
 * Returns a form's parts. The parser reads a form to its end even if its own limits are exceeded, so the bytes are
 * limited before they reach it (docs/safety.md, S30). `end` stops parsing and discards the rest of the request.
 */
export function readLimitedMultipart(form: FastifyRequest, maxBytes: number) {
  const boundary = boundaryOf(form)
  const { raw } = form
  if (raw.destroyed) throw incompletePhotoUpload()
  const { bounded, stop } = bound(raw, boundary, maxBytes)
  const headers = {
    ...raw.headers,
    // Rewritten, so that the parser can't read a different boundary from the header than `boundaryOf` did.
    'content-type': `multipart/form-data; boundary="${boundary}"`,
  }
  const request = Object.create(form, {
    raw: { value: Object.assign(bounded, { headers }) },
  }) as FastifyRequest
  return {
    parts: request.parts({ limits }),
    end() {
      stop()
      // Without this, the connection couldn't be used for another request.
      raw.resume()
    },
  }
}

/** Returns the form's boundary. Throws if there is none or it has characters that RFC 2046 doesn't allow. */
function boundaryOf(form: FastifyRequest): string {
  const type = form.headers['content-type'] ?? ''
  const found =
    /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i.exec(type)
  const boundary = found?.[1] ?? found?.[2]
  if (!boundary) throw incompletePhotoUpload()
  return boundary
}

/**
 * Passes on a form's bytes. Fails at more than `maxBytes` or too many boundaries, before the parser sees them. All that
 * has arrived is read at once, because a form may be sent in chunks of one byte.
 */
function bound(raw: IncomingMessage, boundary: string, maxBytes: number) {
  const faultIn = faultFinder(boundary, maxBytes)
  let isWanted = false
  const bounded = new Readable({
    read() {
      isWanted = true
      pass()
    },
  })
  function pass() {
    const piece = isWanted ? (raw.read() as Buffer | null) : null
    if (!piece) return
    isWanted = false
    const fault = faultIn(piece)
    if (fault) bounded.destroy(fault)
    else bounded.push(piece)
  }
  const end = () => bounded.push(null)
  const close = () => raw.readableEnded || bounded.destroy(incompletePhotoUpload())
  raw.on('readable', pass).once('end', end).once('close', close)
  return {
    bounded,
    stop() {
      raw.off('readable', pass).off('end', end).off('close', close)
      bounded.destroy()
    },
  }
}

function faultFinder(boundary: string, maxBytes: number): (piece: Buffer) => Refusal | null {
  const needle = Buffer.from(`\r\n--${boundary}`)
  let [bytes, boundaries] = [0, 0]
  let last = Buffer.alloc(0)
  return (piece) => {
    bytes += piece.length
    if (bytes > maxBytes) return photoTooLarge()
    const text = Buffer.concat([last, piece])
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
      if (++boundaries > maxBoundaries) return incompletePhotoUpload()
    last = text.subarray(Math.max(0, text.length - needle.length + 1))
    return null
  }
}
