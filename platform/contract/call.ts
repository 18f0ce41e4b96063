import type { z } from 'zod'
import type { RefusalKind } from './failure.ts'
import { emptyObject } from './shapes.ts'

/** The keys of these two interfaces name the accesses and the budgets. domain/vocabulary adds them. */
export interface Accesses {}
export interface Budgets {}

/** Who is allowed to make a call. Every access except 'anyone' requires a log-in. */
export type Access = 'anyone' | keyof Accesses
/** The budget that a call counts against. */
export type BudgetName = 'unlimited' | keyof Budgets

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Address = `${Method} /${string}`

/**
 * The declaration of one call of the HTTP API: a method and a path. `input` is flat: keys named in the path come from
 * the path, the others from the query (GET) or the JSON body (other methods). `inputFrom: 'query-or-body'` reads both,
 * and the body takes precedence, for the few calls of old clients that need it.
 */
export type Call<
  R extends Address = Address,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
  E extends readonly RefusalKind[] = readonly RefusalKind[],
> = {
  route: R
  summary: string
  access: A
  input: I
  output: O
  errors: E
  limit: BudgetName
  inputFrom?: 'query-or-body'
  /** `userId` names another member, not the caller (rules: who acts). */
  othersId?: true
  /** The JSON body is a bare list, which becomes this key of the input. */
  bodyList?: string
  /** Media type of a response that isn't JSON, such as a picture. A list if the input selects the type. */
  produces?: string | readonly string[]
  /** Media type of a request body that isn't JSON. */
  consumes?: 'multipart/form-data' | 'application/x-www-form-urlencoded'
  /** A write that a suspended member may still make. Otherwise they only read and delete. */
  allowedWhenSuspended?: true
  /**
   * A GET that changes state (rules: state-changing gets). It refuses HEAD and prefetch requests, and also those of pages
   * unless it is `fromAnySite`.
   */
  unsafeGet?: true
  /** Changes state although a page of another site sends it. Its budget should be 'any-site' (rules: other sites). */
  fromAnySite?: true
}

export type AnyCall = Call<any, any, any, any>

/** Returns whether a suspended member can't make this call. */
export const refusesSuspended = (call: AnyCall): boolean =>
  call.access === 'member' &&
  !call.allowedWhenSuspended &&
  (call.unsafeGet === true || !/^(?:GET|DELETE) /.test(call.route))

export type ErrorsOf<C> = C extends { errors: readonly (infer F)[] } ? F : never
export type InputOf<C> = C extends Call<any, infer I, any, any> ? z.input<I> : never
export type ParsedInputOf<C> = C extends Call<any, infer I, any, any> ? z.output<I> : never
export type OutputOf<C> = C extends Call<any, any, infer O, any> ? z.output<O> : never
export type AccessOf<C> = C extends Call<any, any, any, infer A> ? A : never

/** Declares a call. Without `input` it takes no input, and without `output` it returns an empty object. */
export function call<
  R extends Address,
  const A extends Access,
  I extends z.ZodObject = typeof emptyObject,
  O extends z.ZodType = typeof emptyObject,
  const E extends readonly RefusalKind[] = readonly [],
>(
  route: R,
  rest: Omit<Call<R, I, O, A>, 'route' | 'input' | 'output' | 'errors'> & {
    input?: I
    output?: O
    errors?: E
  },
): Call<R, I, O, A, E> {
  const { input = emptyObject, output = emptyObject, errors = [] as readonly RefusalKind[] } = rest
  return { ...rest, input: input as I, output: output as O, errors: errors as E, route }
}

/** Returns the input keys that name the caller. Another member's id there is refused (rules: who acts). */
export const callerKeys = ({ othersId, input }: AnyCall): string[] =>
  othersId ? [] : ['userId', 'user'].filter((key) => key in input.shape)
