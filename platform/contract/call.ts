import type { z } from 'zod'
import type { Failure } from './failure.ts'

/** Who may call. Everything finer (whose thing is it?) is the handler's, through the viewer's scope. */
export type Access = 'anyone' | 'member' | 'admin' | 'admin-514' | 'admin-or-20'

/** Which budget a call draws on; the numbers stand in platform/server/limits.ts. */
export type Limit =
  | 'read'
  | 'write'
  | 'login'
  | 'register'
  | 'forgot'
  | 'vote'
  | 'report'
  | 'photo'
  | 'unlimited'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Route = `${Method} /${string}`

/**
 * One call of the wire, declared once. `input` is flat: keys named in the path come from the path,
 * the others from the query (GET) or the JSON body (else). `inputFrom: 'query-or-body'` takes both,
 * the body winning, for the few calls of the specification that need it.
 */
export type Call<
  R extends Route = Route,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = {
  route: R
  summary: string
  access: A
  input: I
  output: O
  errors: readonly Failure[]
  limit: Limit
  inputFrom?: 'query-or-body'
  /** Here `userId` names another member (whom to follow), not the caller (decision 4). */
  othersId?: true
  /** The JSON body is a bare list; it becomes this key of the input. */
  bodyList?: string
  /** Output is shaped by the query alone; zod checks it in tests and development only (measured: 40 % of the listing). */
  outputByQuery?: true
  /** Answers other than JSON (a picture, an event stream) name their media type here. */
  produces?: string
  /** Takes one of these instead of JSON: the multipart upload, Apple's form post. */
  consumes?: 'multipart/form-data' | 'application/x-www-form-urlencoded'
  /** Brings something that others see: not open to a member whom an admin has taken down. */
  posts?: true
  /** A GET that changes state (decision 5): refuses HEAD, prefetch and, but for `from-any-site`, cross-site. */
  unsafeGet?: true | 'from-any-site'
}

export type AnyCall = Call<any, any, any, any>
export type InputOf<C> = C extends Call<any, infer I, any, any> ? z.input<I> : never
export type ParsedInputOf<C> = C extends Call<any, infer I, any, any> ? z.output<I> : never
export type OutputOf<C> = C extends Call<any, any, infer O, any> ? z.output<O> : never
export type RouteOf<C> = C extends Call<infer R, any, any, any> ? R : never
export type AccessOf<C> = C extends Call<any, any, any, infer A> ? A : never

export function call<
  R extends Route,
  I extends z.ZodObject,
  O extends z.ZodType,
  const A extends Access,
>(
  route: R,
  rest: Omit<Call<R, I, O, A>, 'route' | 'errors'> & { errors?: readonly Failure[] },
): Call<R, I, O, A> {
  return { errors: [], ...rest, route }
}
