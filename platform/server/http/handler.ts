import type { Readable } from 'node:stream'
import type { JsonBytes } from './json-bytes.ts'
import type { Access, AccessOf, AnyCall, OutputOf, ParsedInputOf } from '#platform/contract/call.ts'

/** The member who acts, as the bearer token says. */
export type Viewer = {
  id: number
  name: string
  verified: boolean
  createdAt: Date
  /** SHA-256 of the session's token. */
  session: Buffer
  /** Taken down: nothing new of theirs is taken in. */
  takenDown: boolean
  /** Who really sits behind this session (rules: acting as 20). */
  through: number | null
  /** How far the log had got after their last write, where there are replicas and it was lately. */
  wrote?: number | null
}

export type RequestFacts = {
  ip: string
  userAgent: string
  authorization: string | undefined
  /** Says only which browser began a log-in with Apple: no session rides on a cookie (S17). */
  cookie?: string | undefined
  /** The ETag of what the client has kept. */
  ifNoneMatch?: string | undefined
  /** A part of a file, and the ETag of the file that it is to be a part of. */
  range?: string | undefined
  ifRange?: string | undefined
  /** As sent: `idempotency.ts` checks it. */
  idempotencyKey?: string | undefined
  bodyLength?: string | undefined
  /** The upload or form of a call that `consumes` one. */
  form: unknown
  /** Fires when the client has gone. */
  signal: AbortSignal
}

/** An answer that isn't JSON: a picture, a file, an event stream. */
export class Raw {
  readonly body: Buffer | string | Readable
  readonly headers: Record<string, string>
  readonly status: number
  constructor(body: Buffer | string | Readable, headers: Record<string, string>, status = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

export type Context<C> = {
  input: ParsedInputOf<C>
  viewer: 'anyone' extends AccessOf<C> ? Viewer | null : Viewer
  request: RequestFacts
}

export type Handler = { call: AnyCall; run(context: any): Promise<unknown> }

export const on = <C extends AnyCall>(
  call: C,
  run: (context: Context<C>) => Promise<OutputOf<C> | Raw | JsonBytes>,
): Handler => ({ call, run })

/** Whether a viewer's role opens a call: the product's to say. */
export type Allows = (access: Access, viewer: Viewer) => boolean
