import type { z } from 'zod'

export type AwayReason = 'time-out' | 'quota' | 'refused' | 'outage' | 'malformed'

/** A service didn't answer as documented. Its words stay out: they may repeat the key or what was typed. */
export class Away extends Error {
  readonly reason: AwayReason
  /** Milliseconds that it asked us to stay away. */
  readonly pause: number | null

  constructor(reason: AwayReason, pause: number | null = null) {
    super(`The place provider is away: ${reason}.`)
    this.reason = reason
    this.pause = pause
  }
}

/** People wait for it while they type. */
const patience = 1500
const longest = 1_000_000

type Question = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: object }

/** The answer in the documented shape; null where it has no such thing. */
export async function ask<T>(
  url: URL,
  shape: z.ZodType<T>,
  { method = 'GET', headers = {}, body }: Question = {},
): Promise<T | null> {
  let text: string
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': 'en',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      // Its address comes from the settings; where it leads further doesn't.
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (!answer.ok) {
      await answer.body?.cancel()
      if (answer.status === 404) return null
      throw refusalOf(answer)
    }
    text = await textOf(answer)
  } catch (error) {
    if (error instanceof Away) throw error
    throw new Away((error as Error).name === 'TimeoutError' ? 'time-out' : 'outage')
  }
  const parsed = shape.safeParse(json(text))
  if (!parsed.success) throw new Away('malformed')
  return parsed.data
}

function refusalOf({ status, headers }: Response) {
  if (status === 429) return new Away('quota', pauseOf(headers.get('retry-after')))
  if (status === 401 || status === 403) return new Away('refused')
  return new Away(status >= 500 ? 'outage' : 'malformed')
}

/** Seconds or a date. */
function pauseOf(value: string | null): number | null {
  if (value === null) return null
  const pause = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(pause) && pause > 0 ? pause : null
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > longest) throw new Away('malformed')
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
