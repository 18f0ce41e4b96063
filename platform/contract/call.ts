import type { z } from 'zod'
import type { Failure } from './failure.ts'
import { done } from './shapes.ts'

/** The names of a product's accesses and of its budgets are keys here: domain/vocabulary adds them. */
export interface Accesses {}
export interface Budgets {}

/** Who may call; everyone but 'anyone' has logged in. */
export type Access = 'anyone' | keyof Accesses
/** Which budget a call draws on. */
export type Limit = 'unlimited' | keyof Budgets

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Address = `${Method} /${string}`

/**
 * One call of the wire, declared once. `input` is flat: keys named in the path come from the path,
 * the others from the query (GET) or the JSON body (else). `inputFrom: 'query-or-body'` takes both,
 * the body winning, for the few calls of old clients that need it.
 */
export type Call<
  R extends Address = Address,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
  E extends readonly Failure[] = readonly Failure[],
> = {
  route: R
  summary: string
  access: A
  input: I
  output: O
  errors: E
  limit: Limit
  inputFrom?: 'query-or-body'
  /** Here `userId` names another member, not the caller (rules: who acts). */
  othersId?: true
  /** The JSON body is a bare list; it becomes this key of the input. */
  bodyList?: string
  /** … or an object that holds the list under this key. */
  bodyListOrObject?: true
  /** The handler answers with `JsonBytes`, shaped by its query alone: zod checks them in tests and development only, and they pack themselves. */
  outputByQuery?: true
  /** Answers other than JSON (a picture, an event stream) name their media type here; several where the input says which. */
  produces?: string | readonly string[]
  /** Takes one of these instead of JSON: a multipart upload, a form post. */
  consumes?: 'multipart/form-data' | 'application/x-www-form-urlencoded'
  /** Its input or answer holds a password or a session, so no answer of it is kept for an `Idempotency-Key`. */
  holdsSecret?: true
  /** Doesn't ask whose bearer token comes with it: it answers while the database hangs. */
  sessionless?: true
  /** Brings something that others see, or that counts: not open to a member who was taken down. */
  posts?: true
  /** A GET that changes state (rules: state-changing gets): refuses HEAD, prefetch and, but for `from-any-site`, cross-site. */
  unsafeGet?: true | 'from-any-site'
}

export type AnyCall = Call<any, any, any, any>
export type ErrorsOf<C> = C extends { errors: readonly (infer F)[] } ? F : never
export type InputOf<C> = C extends Call<any, infer I, any, any> ? z.input<I> : never
export type ParsedInputOf<C> = C extends Call<any, infer I, any, any> ? z.output<I> : never
export type OutputOf<C> = C extends Call<any, any, infer O, any> ? z.output<O> : never
export type AccessOf<C> = C extends Call<any, any, any, infer A> ? A : never

/** Without `input` it takes nothing, without `output` it answers nothing but that it is done. */
export function call<
  R extends Address,
  const A extends Access,
  I extends z.ZodObject = typeof done,
  O extends z.ZodType = typeof done,
  const E extends readonly Failure[] = readonly [],
>(
  route: R,
  rest: Omit<Call<R, I, O, A>, 'route' | 'input' | 'output' | 'errors'> & {
    input?: I
    output?: O
    errors?: E
  },
): Call<R, I, O, A, E> {
  const { input = done, output = done, errors = [] as readonly Failure[] } = rest
  return { ...rest, input: input as I, output: output as O, errors: errors as E, route }
}

/** The keys of a call's input that name the caller: another's id there is refused (rules: who acts). */
export const callerKeys = ({ othersId, input }: AnyCall): string[] =>
  othersId ? [] : ['userId', 'user'].filter((key) => key in input.shape)
