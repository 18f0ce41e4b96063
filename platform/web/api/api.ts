import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { noteChange } from '../navigation/recent-change.ts'
import { endSession, session } from '../session.ts'

export type ApiOptions = {
  signal?: AbortSignal
  /** Sent instead of the input's rest: a FormData, or the bare list of a call with `bodyList`. */
  body?: unknown
}

/** One call, typed by its route. Screens get theirs from the loader's `api` or import `api` below. */
export type Api = <R extends Route>(
  route: R,
  input: Input<R>,
  options?: ApiOptions,
) => Promise<Output<R>>

/** A call that failed. `message` is for the person; `code` is for the screen. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** A text per field of the input, for bad_input. */
  readonly fields: Record<string, string>
  /** All else that the body carried: the refusal's details */
  readonly details: Record<string, unknown>
  /** Seconds to wait, when the server said. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
    retryAfter: number | null = null,
  ) {
    super(message)
    const { fields, ...rest } = details
    this.status = status
    this.code = code
    this.fields = (fields as Record<string, string> | undefined) ?? {}
    this.details = rest
    this.retryAfter = retryAfter
  }
}

/** There is no line to the server. */
export const offline = () =>
  new ApiError(0, 'offline', 'We can’t reach the server. Check your connection and try again.')

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(0, 'broken', 'Something went wrong. Please try again.')

const patience = 20_000

/** Splits a flat input into the path and what is left for query or body. */
function fillPath(path: string, input: Record<string, unknown>) {
  const rest = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path: filled, rest }
}

const isPlain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** A list is sent as one comma list; what is undefined or null is left out. */
function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (Array.isArray(value)) query.set(key, value.join(','))
    else if (isPlain(value)) query.set(key, String(value))
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** Where a call that reads is found, with its input. */
export function addressOf(route: Route, input: Record<string, unknown>): string {
  const { path, rest } = fillPath(route.slice(route.indexOf(' ') + 1), input)
  return path + queryOf(rest)
}

export const api: Api = (route, input, { signal, body } = {}) => {
  const [method = '', pattern = ''] = (route as string).split(' ')
  if (method === 'GET') return send(method, addressOf(route, input), signal) as never
  const { path, rest } = fillPath(pattern, input)
  return send(method, path, signal, body ?? rest) as never
}

/** What stands at this address, below /api, for the member who is logged in. */
export async function send(
  method: string,
  address: string,
  signal?: AbortSignal,
  given?: unknown,
): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const { token } = session()
  if (token) headers.authorization = `Bearer ${token}`

  const isForm = given instanceof FormData
  if (given !== undefined && !isForm) headers['content-type'] = 'application/json'
  const limits = [signal, isForm ? null : AbortSignal.timeout(patience)]

  let response: Response
  let answer: unknown
  try {
    response = await fetch(`/api${address}`, {
      method,
      headers,
      body: isForm ? given : JSON.stringify(given),
      signal: AbortSignal.any(limits.filter((limit) => limit != null)),
    })
    answer = await response.json().catch((error: unknown) => {
      // An error page of a proxy isn't JSON; a cut connection is another matter.
      if (error instanceof SyntaxError) return null
      throw error
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw offline()
  }
  if (response.ok && answer !== null) {
    if (method !== 'GET') noteChange()
    return answer
  }
  throw refused(response, answer, token)
}

function refused(response: Response, answer: unknown, token: string | null): ApiError {
  const { error, message, ...details } = (answer ?? {}) as Record<string, unknown>
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const code = typeof error === 'string' ? error : 'broken'
  // Only the session that was refused ends, not one begun meanwhile in another tab.
  if (response.status === 401 && code === 'not_logged_in' && token && session().token === token)
    endSession()
  return new ApiError(
    response.ok ? 502 : response.status,
    code,
    typeof message === 'string' ? message : 'Something went wrong',
    details,
    Number.isFinite(wait) ? wait : null,
  )
}
