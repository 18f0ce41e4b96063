import type { Readable } from 'node:stream'
import type { Access, AccessOf, AnyCall, OutputOf, ParsedInputOf } from '#platform/contract/call.ts'

/** The member whose session the bearer token belongs to. */
export type Viewer = {
  id: number
  name: string
  verified: boolean
  createdAt: Date
  /** SHA-256 of the session's token. */
  session: Buffer
  /** Whether an admin suspended the member, who then only reads and deletes. */
  suspended: boolean
  /** Id of the user who acts as this one in this session, else null (rules: acting as 20). */
  actingUserId: number | null
}

export type RequestFacts = {
  ip: string
  userAgent: string
  authorization: string | undefined
  /** Only identifies the browser that began a log-in with Apple. Sessions never use a cookie (docs/safety.md, S17). */
  cookie?: string | undefined
  /** ETag of the client's cached copy. */
  ifNoneMatch?: string | undefined
  /** The request to read an upload or form from, for a call that `consumes` one. */
  form: unknown
}

/** An answer other than JSON, such as a picture or a file. */
export class RawResponse {
  readonly body: Buffer | string | Readable
  readonly headers: Record<string, string>
  readonly status: number
  constructor(body: Buffer | string | Readable, headers: Record<string, string>, status = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

/** Returns an object or JSON text as an answer, encoded once for all requests that share it, and not checked again. */
export const jsonResponse = (value: object | string) =>
  new RawResponse(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  })

export type Context<C> = {
  input: ParsedInputOf<C>
  viewer: 'anyone' extends AccessOf<C> ? Viewer | null : Viewer
  request: RequestFacts
}

export type Handler = { call: AnyCall; run(context: any): Promise<unknown> }

export const implementCall = <C extends AnyCall>(
  call: C,
  run: (context: Context<C>) => Promise<OutputOf<C> | RawResponse>,
): Handler => ({ call, run })

/** Returns whether a viewer's role may use a call with this access. The product defines it. */
export type AccessCheck = (access: Access, viewer: Viewer) => boolean
