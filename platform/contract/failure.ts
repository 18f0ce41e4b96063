import { z } from 'zod'

type Details = z.ZodObject

/**
 * A kind of refusal that clients can distinguish by its stable code. It also has an HTTP status, a text for people and
 * optional details. Declare it next to the calls that list it in `errors`, and throw it with `throw tooLarge()`.
 */
export type RefusalKind<Code extends string = string, D extends Details | null = Details | null> = {
  code: Code
  status: number
  message: string
  details: D
}

/** Every refusal can replace its text and add a text per input field. */
type Common = { message?: string; fields?: Record<string, string> }
type Overrides<D> = D extends Details ? [more: z.input<D> & Common] : [more?: Common]
type Thrown<Code extends string, D extends Details | null> = RefusalKind<Code, D> &
  ((...overrides: Overrides<D>) => Refusal)

export class Refusal extends Error {
  readonly code: string
  readonly status: number
  /** Additional keys of the error body: `fields` and the details that its kind declares. Never contains a secret. */
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

export function declareRefusal<Code extends string, D extends Details | null = null>(
  status: number,
  code: Code,
  message: string,
  details: D = null as D,
): Thrown<Code, D> {
  const make = (more: Common = {}) => {
    const { message: text = message, fields, ...rest } = more
    const known = { ...(fields ? { fields } : {}), ...details?.parse(rest) }
    return new Refusal(status, code, text, known)
  }
  return Object.assign(make, { code, status, message, details }) as Thrown<Code, D>
}

export const badInput = declareRefusal(400, 'bad_input', 'Some of what was sent can’t be used.')
export const notLoggedIn = declareRefusal(401, 'not_logged_in', 'Please log in.')
export const accessDenied = declareRefusal(403, 'access_denied', 'Access denied.')
export const notYours = declareRefusal(403, 'not_yours', 'That belongs to someone else.')
export const suspended = declareRefusal(
  403,
  'suspended',
  'Your account is suspended. The mail that we sent you says why; answer it to write to us.',
)
export const notFound = declareRefusal(404, 'not_found', 'There is nothing here.')
export const tooLarge = declareRefusal(413, 'too_large', 'That is too large.')
export const notJson = declareRefusal(415, 'not_json', 'Send JSON, please.')
export const tooManyRequests = declareRefusal(
  429,
  'too_many',
  'That was a bit fast. Please try again later.',
  /** `retryAfter` is in seconds. */
  z.object({ retryAfter: z.int() }),
)
export const internalError = declareRefusal(500, 'broken', 'Something went wrong on our side.')
export const unavailable = declareRefusal(
  503,
  'unavailable',
  'We’re busy. Please try again in a moment.',
)

/** Refusals that every call can return without listing them in `errors`. */
export const refusalsOfEveryCall: readonly RefusalKind[] = [
  badInput,
  notLoggedIn,
  accessDenied,
  notYours,
  suspended,
  notFound,
  tooLarge,
  notJson,
  tooManyRequests,
  internalError,
  unavailable,
]
