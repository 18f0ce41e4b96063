import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { serverFaultText } from './status-text.ts'
import { endRefusedSession, followServerClock, session } from '../session/session.ts'

export type ApiOptions = {
  signal?: AbortSignal
  /**
   * Overrides the body, which by default is the input without the path's parameters: a FormData, or a list (calls with
   * `bodyList`).
   */
  body?: unknown
  /** Milliseconds until the call is given up. By default 20 s, and no limit for a form. */
  patience?: number
}

/** Makes one call, typed by its route. A loader uses its argument `api`; other code imports `api` below. */
export type Api = <R extends Route>(
  route: R,
  input: Input<R>,
  options?: ApiOptions,
) => Promise<Output<R>>

/** A failed call. `message` is shown to the user; `code` identifies the error for the program. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** A text per input field, for the code `bad_input`. */
  readonly fields: Record<string, string>
  /** The refusal's details, which are the other fields of the response body. */
  readonly details: Record<string, unknown>
  /** Seconds to wait before the next attempt, if the server sent them. */
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

/** Returns the error for a server that can't be reached. */
export const offlineError = () => new ApiError(0, 'offline', 'No connection. Try again.')

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(0, 'broken', 'Something went wrong. Please try again.')

const usualPatience = 20_000

/** Fills the path's parameters from the input. Returns the path and the remaining input for the query or body. */
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

/** Returns the input as a query string. Lists are joined with commas; undefined and null are left out. */
function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    if (Array.isArray(value)) query.set(key, value.join(','))
    else if (isPlain(value)) query.set(key, String(value))
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** Returns the address of a GET call below /api, with its input in the path and query. */
export function pathOfGetCall(route: Route, input: Record<string, unknown>): string {
  const { path, rest } = fillPath(route.slice(route.indexOf(' ') + 1), input)
  return path + queryOf(rest)
}

export const api: Api = (route, input, options = {}) => {
  const [method = '', pattern = ''] = (route as string).split(' ')
  if (method === 'GET') return requestJson(method, pathOfGetCall(route, input), options) as never
  const { path, rest } = fillPath(pattern, input)
  return requestJson(method, path, { ...options, body: options.body ?? rest }) as never
}

/** Returns the JSON of a response, or null if it isn't JSON, as a proxy's error page isn't. */
const jsonOf = (response: Response): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null
    throw error
  })

/** Sends a request to an address below /api, with the token of the current session. Throws an ApiError if it fails. */
async function requestJson(method: string, address: string, options: ApiOptions) {
  const { signal, body } = options
  const headers: Record<string, string> = { accept: 'application/json' }
  const { token } = session()
  if (token) headers.authorization = `Bearer ${token}`
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  const { patience = isForm ? null : usualPatience } = options
  const limits = [signal, patience === null ? null : AbortSignal.timeout(patience)]

  let response: Response
  let answer: unknown
  try {
    response = await fetch(`/api${address}`, {
      method,
      headers,
      body: isForm ? body : JSON.stringify(body),
      signal: AbortSignal.any(limits.filter((limit) => limit != null)),
    })
    followServerClock(response.headers.get('date'))
    answer = await jsonOf(response)
  } catch (error) {
    if (signal?.aborted) throw error
    throw offlineError()
  }
  if (response.ok && answer !== null) return answer
  const error = refused(response, answer)
  if (error.status === 401 && error.code === 'not_logged_in') endRefusedSession(token)
  throw error
}

function refused(response: Response, answer: unknown): ApiError {
  const { error, message, ...details } = (answer ?? {}) as Record<string, unknown>
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const code = typeof error === 'string' ? error : 'broken'
  return new ApiError(
    response.ok ? 502 : response.status,
    code,
    typeof message === 'string' ? message : serverFaultText,
    details,
    Number.isFinite(wait) ? wait : null,
  )
}
