import type { FastifyReply, FastifyRequest } from 'fastify'
import { badInput, notJson, Refusal, tooLarge } from '#platform/contract/failure.ts'

/**
 * Sends a refusal as JSON, or as a page to clients that accept HTML outside /api. It repeats nothing of the request
 * (docs/safety.md, S32).
 */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  sheet?: string,
) {
  const again = refusal.status === 503 ? { 'Retry-After': '2' } : {}
  reply.code(refusal.status).headers({ 'Cache-Control': 'no-store', ...again, ...refusal.headers })
  const takesPage = request.headers.accept?.includes('text/html')
  if (!isCallUrl(request.url) && takesPage)
    return reply.type('text/html; charset=utf-8').send(errorPage(refusal, sheet))
  return reply.type('application/json; charset=utf-8').send(refusal.body())
}

export const isCallUrl = (url: string) => /^\/api(?:[/?#]|$)/.test(url)

/** Returns an error page that is made without React, for refused requests and failed renderings. */
const errorPage = ({ message, status }: Refusal, sheet = '') =>
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

/** Converts Fastify's own errors to refusals, because Fastify's messages would repeat the path. */
export function refusalOfFastify(error: unknown): Refusal | null {
  if (error instanceof Refusal || !(error instanceof Error)) return null
  const { code = '', statusCode = 0 } = error as Error & { code?: string; statusCode?: number }
  if (statusCode === 415) return notJson()
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (statusCode === 414) return new Refusal(414, 'address_too_long', 'This address is too long.')
  if (statusCode === 408) return new Refusal(408, 'too_slow', 'That took too long to arrive.')
  if (statusCode >= 400 && statusCode < 500)
    return badInput({ message: 'What was sent can’t be read.' })
  return null
}
