/**
 * A refusal that a client can tell apart: a stable code, its HTTP status, a text for a person.
 * Declare it next to the calls that list it in `errors`; throw it with `throw itemNotFound()`.
 */
export type Failure<Code extends string = string> = {
  (more?: { message?: string; [detail: string]: unknown }): Refusal
  code: Code
  status: number
  message: string
}

export class Refusal extends Error {
  readonly code: string
  readonly status: number
  /** Extra fields of the error body (`fields`, `item`, `yolos` …). Never a secret. */
  readonly details: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    details: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.headers = headers
  }

  body() {
    return { ...this.details, error: this.code, message: this.message }
  }
}

export function failure<Code extends string>(
  status: number,
  code: Code,
  message: string,
): Failure<Code> {
  const make = (more: { message?: string; [detail: string]: unknown } = {}) => {
    const { message: text, ...details } = more
    return new Refusal(status, code, text ?? message, details)
  }
  return Object.assign(make, { code, status, message })
}

/** Any call can answer these; they need not be listed in `errors`. */
export const badInput = failure(400, 'bad_input', 'Some of what was sent can’t be used.')
export const notLoggedIn = failure(401, 'not_logged_in', 'Please log in.')
export const accessDenied = failure(403, 'access_denied', 'Access denied.')
export const notYours = failure(403, 'not_yours', 'That belongs to someone else.')
export const takenDown = failure(
  403,
  'taken_down',
  'Your account was taken down. Your own page says why.',
)
export const notFound = failure(404, 'not_found', 'There is nothing here.')
export const tooLarge = failure(413, 'too_large', 'That is too large.')
export const notJson = failure(415, 'not_json', 'Send JSON, please.')
export const tooMany = failure(429, 'too_many', 'That was a bit fast. Please try again later.')
export const broken = failure(500, 'broken', 'Something went wrong on our side.')
export const unavailable = failure(503, 'unavailable', 'We’re busy. Please try again in a moment.')
