import { z } from 'zod'
import { ServiceUnavailableError, errorOfStatus } from '#platform/server/service-unavailable.ts'

/** Timeout in milliseconds, short because users wait for the answer while they type. */
const patience = 1500
const longest = 1_000_000

type Question = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: object
}

/**
 * Thrown if the service refuses this one question by status 400, for example a malformed id. It isn't a failure of the
 * service, or one visitor's questions could make it count as unavailable for everybody.
 */
export class QuestionRefusedError extends Error {}

/** Google's answer, also by status 400, to each question that is asked with an invalid key. */
const invalidKey = z.object({
  error: z.object({
    details: z
      .array(z.object({ reason: z.string().optional() }))
      .refine((details) => details.some(({ reason }) => reason === 'API_KEY_INVALID')),
  }),
})

/**
 * The shape of a list in an answer. Entries of another shape are left out: one odd place isn't an outage of the service,
 * or who knows its name could make it one for everybody. A list without any entry of the shape is malformed.
 */
export const entriesOf = <T>(entry: z.ZodType<T>) =>
  z.array(z.unknown()).transform((all, context): T[] => {
    const fitting = all.map((one) => entry.safeParse(one)).flatMap(({ data }) => data ?? [])
    if (all.length > 0 && fitting.length === 0)
      context.addIssue({ code: 'custom', message: 'no entry fits' })
    return fitting
  })

/**
 * Sends a request and returns the parsed answer, or null on status 404. Throws `ServiceUnavailableError` if the service
 * fails, and `QuestionRefusedError` if it refuses the question.
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
    if (error instanceof ServiceUnavailableError || error instanceof QuestionRefusedError)
      throw error
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
  { method = 'GET', headers = {}, body }: Question,
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
  if (answer.status === 400) {
    const isKeyInvalid = invalidKey.safeParse(json(await textOf(answer))).success
    throw isKeyInvalid ? new ServiceUnavailableError('refused') : new QuestionRefusedError()
  }
  await answer.body?.cancel()
  if (answer.status === 404) return null
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
