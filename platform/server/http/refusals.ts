import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { badInput, notJson, Refusal, tooLarge } from '#platform/contract/failure.ts'

/**
 * Sends a refusal as JSON, or as a page to clients that accept HTML outside /api. It repeats nothing of the request
 * (docs/safety.md, S32).
 */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const again = refusal.status === 503 ? { 'Retry-After': '2' } : {}
  reply.code(refusal.status).headers({ 'Cache-Control': 'no-store', ...again, ...refusal.headers })
  const takesPage = request.headers.accept?.includes('text/html')
  if (!isCallUrl(request.url) && takesPage)
    return reply.type('text/html; charset=utf-8').send(errorPage(refusal))
  return reply.type('application/json; charset=utf-8').send(refusal.body())
}

export const isCallUrl = (url: string) => /^\/api(?:[/?#]|$)/.test(url)

/** Returns an error page that is made without React, for refused requests and failed renderings. */
export const errorPage = ({ message, status }: Pick<Refusal, 'message' | 'status'>, sheet = '') =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${status === 404 ? 'Not found' : 'That didn’t work'} · Yolo</title>
${sheet}
</head>
<body>
<main class="bare">
<h1>${status === 404 ? 'This plate is empty' : 'That didn’t work'}</h1>
<p>${message}</p>
<p>${status === 404 ? '' : '<a href="">Try again</a> or go '}<a href="/home">to the home page</a>.</p>
</main>
</body>
</html>
`

export const malformedUrlRefusal = () => badInput({ message: 'This address can’t be read.' })

/** Converts Fastify's own errors to refusals, because Fastify's messages would repeat the path. */
export function refusalOfFastify(error: unknown): Refusal | null {
  if (error instanceof Refusal || !(error instanceof Error)) return null
  const { code = '', statusCode = 0 } = error as Error & { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return notJson()
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return tooLarge()
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (statusCode === 414) return addressTooLong()
  if (statusCode === 408) return tooSlow()
  if (statusCode >= 400 && statusCode < 500)
    return badInput({ message: 'What was sent can’t be read.' })
  return null
}

export const addressTooLong = () =>
  new Refusal(414, 'address_too_long', 'This address is too long.')
const tooSlow = () => new Refusal(408, 'too_slow', 'That took too long to arrive.')
const headersTooLarge = () =>
  new Refusal(431, 'headers_too_large', 'The address or the headers are too long.')

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** Milliseconds in which a client can read that its request couldn't be read. */
const farewell = 2_000

/**
 * Writes a refusal to the socket directly, with the usual JSON, if Node couldn't read the request because it is
 * malformed, too slow or has too large headers. Tells `noteRefusal`. A client that sends on would otherwise keep its
 * connection, and what its request holds.
 */
export function refuseMalformedRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  noteRefusal: (refusal: Refusal) => void,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const refusal = refusalOfClientError(error)
  noteRefusal(refusal)
  setTimeout(() => socket.destroy(), farewell).unref()
  const body = JSON.stringify(refusal.body())
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${reasons[refusal.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function refusalOfClientError({ code }: NodeJS.ErrnoException): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow()
  return badInput({ message: 'What was sent can’t be read.' })
}

/** Returns the path and query of a request target, for example /home of `GET http://site/home` (RFC 9112, 3.2.2). */
export function pathOfRequestTarget(url = '/'): string {
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  const [pathname = ''] = path.split(/[?#]/)
  // A path that can't be decoded becomes an unknown path, so that the usual headers and rate limits apply.
  if (!isDecodable(pathname)) return isCallUrl(path) ? '/api/-' : '/-'
  return path.startsWith('/') ? path : `/${path}`
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
