import type { Readable } from 'node:stream'
import type { JsonBytes } from './json-bytes.ts'
import type { Access, AccessOf, AnyCall, OutputOf, ParsedInputOf } from '#platform/contract/call.ts'

/** The member whose session the bearer token belongs to. */
export type Viewer = {
  id: number
  name: string
  verified: boolean
  createdAt: Date
  /** SHA-256 of the session's token. */
  session: Buffer
  /** True if the member was taken down. They can't post anything new. */
  takenDown: boolean
  /** Id of the user who acts as this one in this session, else null (rules: acting as 20). */
  actingUserId: number | null
  /** The database log's position after the member's last write. Only set with replicas, for a recent write. */
  lastWritePosition?: number | null
}

export type RequestFacts = {
  ip: string
  /** Only of reads in this process: the line in which they wait for their turn, in place of the network's. */
  line?: string | undefined
  userAgent: string
  authorization: string | undefined
  /** Only identifies the browser that began a log-in with Apple. Sessions never use a cookie (docs/safety.md, S17). */
  cookie?: string | undefined
  /** ETag of the client's cached copy. */
  ifNoneMatch?: string | undefined
  /** The Range header: the bytes that the client wants of a file. If-Range is the ETag that the file must have. */
  range?: string | undefined
  ifRange?: string | undefined
  /** The request to read an upload or form from, for a call that `consumes` one. */
  form: unknown
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Runs work that waits for something other than the database, such as another thread (call-concurrency.ts). */
  withoutPermit: WithoutPermit
}

/** Runs work during which others may have the caller's permit to run. Throws if there is none for the caller afterwards. */
export type WithoutPermit = <T>(work: () => Promise<T>) => Promise<T>

/** An answer other than JSON, such as a picture, a file or an event stream. */
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

export type Context<C> = {
  input: ParsedInputOf<C>
  viewer: 'anyone' extends AccessOf<C> ? Viewer | null : Viewer
  request: RequestFacts
}

export type Handler = { call: AnyCall; run(context: any): Promise<unknown> }

export const implementCall = <C extends AnyCall>(
  call: C,
  run: (context: Context<C>) => Promise<OutputOf<C> | RawResponse | JsonBytes>,
): Handler => ({ call, run })

/** Returns whether a viewer's role may use a call with this access. The product defines it. */
export type AccessCheck = (access: Access, viewer: Viewer) => boolean
