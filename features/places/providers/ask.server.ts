import type { z } from 'zod'
import { ServiceUnavailableError, errorOfStatus } from '#platform/server/service-unavailable.ts'

/** Timeout in milliseconds, short because users wait for the answer while they type. */
const patience = 1500
const longest = 1_000_000

type Question = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: object
  /**
   * The request is for a place by its id. Status 400 then means that the id is invalid, which isn't the service's
   * failure.
   */
  byId?: boolean
}

/** Thrown if there is no such place. It isn't a failure of the service. */
export class PlaceUnknownError extends Error {}

/**
 * Sends a request and returns the parsed answer, or null on status 404. Throws `ServiceUnavailableError` if the service
 * fails, and `PlaceUnknownError` if it says that the id is invalid.
 */
export async function requestProvider<T>(
  url: URL,
  shape: z.ZodType<T>,
  question: Question = {},
): Promise<T | null> {
  let text: string | null
  try {
    text = await fetchText(url, question)
  } catch (error) {
    if (error instanceof ServiceUnavailableError || error instanceof PlaceUnknownError) throw error
    throw new ServiceUnavailableError(
      (error as Error).name === 'TimeoutError' ? 'time-out' : 'outage',
    )
  }
  if (text === null) return null
  const parsed = shape.safeParse(json(text))
  if (!parsed.success) throw new ServiceUnavailableError('malformed')
  return parsed.data
}

async function fetchText(
  url: URL,
  { method = 'GET', headers = {}, body, byId = false }: Question,
): Promise<string | null> {
  const answer = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': 'en',
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    // Only the address from the settings is trusted, not where it redirects to.
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  if (answer.ok) return textOf(answer)
  await answer.body?.cancel()
  if (answer.status === 404) return null
  if (answer.status === 400 && byId) throw new PlaceUnknownError()
  throw errorOfStatus(answer.status, answer.headers.get('retry-after'))
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > longest) throw new ServiceUnavailableError('malformed')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
