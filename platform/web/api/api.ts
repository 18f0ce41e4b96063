import type { Input, Output, RefusalCode, RefusalDetails, Route } from '#platform/contract/wire.ts'
import { serverFaultText } from './status-text.ts'
import { endRefusedSession, followServerClock, session } from '../session/session.ts'

export type ApiOptions = {
  signal?: AbortSignal
  /** Replaces the body, which by default is the input: a FormData, or a list (calls with `bodyList`). */
  body?: unknown
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

  constructor(status: number, code: string, message: string, more: Record<string, unknown> = {}) {
    super(message)
    const { fields = {}, ...details } = more
    this.status = status
    this.code = code
    this.fields = fields as Record<string, string>
    this.details = details
  }
}

/** Returns the error for a server that can't be reached. */
export const offlineError = () => new ApiError(0, 'offline', 'No connection. Try again.')

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(0, 'broken', 'Something went wrong. Please try again.')

/** Returns the details of the call's refusal with this code, or null if `error` is anything else. */
export const refusalDetails = <R extends Route, C extends RefusalCode<R>>(
  error: unknown,
  _route: R,
  code: C,
): RefusalDetails<R, C> | null =>
  error instanceof ApiError && error.code === code ? (error.details as RefusalDetails<R, C>) : null

/** Fills the path's parameters from the input. The rest of the input is a GET's query, or the body. */
function addressOf(route: string, input: Record<string, unknown>) {
  const [method = '', pattern = ''] = route.split(' ')
  const rest = { ...input }
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (method !== 'GET') return { method, path, body: rest }
  const query = new URLSearchParams()
  // A list becomes a text with commas.
  for (const [key, value] of Object.entries(rest)) if (value != null) query.set(key, `${value}`)
  return { method, path: query.size > 0 ? `${path}?${query}` : path, body: undefined }
}

/** Returns the address of a GET call below /api, with its input in the path and query. */
export const pathOfGetCall = (route: Route, input: Record<string, unknown>): string =>
  addressOf(route, input).path

/** Returns the options of `fetch`, with the token of the current session. */
function requestOf(body: unknown, token: string | null): RequestInit {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body instanceof FormData) return { headers, body, signal: AbortSignal.timeout(60_000) }
  if (body !== undefined) headers.set('content-type', 'application/json')
  return { headers, body: JSON.stringify(body), signal: AbortSignal.timeout(20_000) }
}

/** Makes a call. Throws an ApiError if it fails. */
export const api: Api = async (route, input, { signal, ...options } = {}) => {
  const { method, path, body } = addressOf(route, input)
  const { token } = session()
  const request = requestOf(options.body ?? body, token)
  const signals = [signal, request.signal].filter((each) => each != null)
  let response: Response
  let answer: unknown
  try {
    response = await fetch(`/api${path}`, { ...request, method, signal: AbortSignal.any(signals) })
    followServerClock(response.headers.get('date'))
    answer = await jsonOf(response)
  } catch (error) {
    if (signal?.aborted) throw error
    throw offlineError()
  }
  if (response.ok && answer !== null) return answer as never
  const { error = 'broken', message = serverFaultText, ...details } = Object(answer)
  if (response.status === 401 && error === 'not_logged_in') endRefusedSession(token)
  throw new ApiError(response.ok ? 502 : response.status, error, message, details)
}

/** Returns the JSON of a response, or null if it isn't JSON, as a proxy's error page isn't. */
const jsonOf = (response: Response): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return null
    throw error
  })
