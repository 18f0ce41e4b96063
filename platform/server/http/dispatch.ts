import type { Logger } from 'pino'
import { z } from 'zod'
import { type AnyCall, callerKeys } from '#platform/contract/call.ts'
import {
  badInput,
  internalError,
  refusalsOfEveryCall,
  notYours,
  Refusal,
  takenDown,
  unavailable,
} from '#platform/contract/failure.ts'
import { isBadValue, isOutage, isRetryableError } from '../database/database.ts'
import { RawResponse, type Handler, type RequestFacts, type Viewer } from './handler.ts'
import { validateInput } from './input.ts'
import { JsonBytes } from './json-bytes.ts'
import { databaseUnavailable } from '../probe.ts'
import { StorageUnavailableError } from '../storage/storage.ts'
import { withRequestId } from './request-id.ts'

export type Dispatcher = {
  handlers: Map<string, Handler>
  /** Checks `input` and runs the call as `viewer`, for HTTP requests as well as for server-rendered pages. */
  run(
    route: string,
    input: Record<string, unknown>,
    viewer: Viewer | null,
    request: RequestFacts,
  ): Promise<unknown>
}

/**
 * Records each state-changing call that a user makes while acting as another. It is called before the call
 * runs, and the function it returns is called with the outcome: 'done' or a refusal's code.
 */
export type ActingRecorder = (
  call: AnyCall,
  input: Record<string, unknown>,
  viewer: Viewer,
) => Promise<(outcome: string) => Promise<void>>

/** Returns whether a call changes state. */
export const changesState = ({ route, unsafeGet }: AnyCall) =>
  !route.startsWith('GET ') || Boolean(unsafeGet)

const generalCodes = new Set(refusalsOfEveryCall.map(({ code }) => code))

/**
 * Creates the dispatcher. Throws if a call has no handler or several, or declares no access, or if a handler's call
 * isn't in `calls`. With `strict` (tests, development) it also validates answers that are `JsonBytes`, and turns
 * refusals that the call doesn't declare into a 500.
 */
export function dispatcher(
  calls: AnyCall[],
  handlers: Handler[],
  log: Logger,
  strict: boolean,
  actingRecorder?: ActingRecorder,
): Dispatcher {
  const byRoute = new Map<string, Handler>()
  for (const handler of handlers) {
    if (byRoute.has(handler.call.route)) throw new Error(`${handler.call.route} has two handlers.`)
    byRoute.set(handler.call.route, handler)
  }
  for (const { route, access } of calls) {
    if (!byRoute.has(route)) throw new Error(`${route} has no handler.`)
    if (!access) throw new Error(`${route} declares no access.`)
  }
  for (const route of byRoute.keys())
    if (!calls.some((call) => call.route === route))
      throw new Error(`${route} is handled but not in the contract.`)

  function present({ call }: Handler, answer: unknown): unknown {
    if (answer instanceof RawResponse || (!strict && call.preshapedJson)) return answer
    if (answer instanceof JsonBytes && !strict) return answer
    const value = answer instanceof JsonBytes ? answer.value() : answer
    const result = (call.output as z.ZodType).safeParse(value)
    if (result.success) return answer instanceof JsonBytes ? answer : result.data
    throw new Error(`${call.route} answered out of its shape: ${z.prettifyError(result.error)}`)
  }

  function refusalOf(error: unknown, call: AnyCall): Refusal {
    const refusal = asRefusal(error, call, log)
    if (declares(call, refusal)) return refusal
    log.error({ route: call.route, code: refusal.code, err: error }, 'an undeclared refusal')
    return strict ? internalErrorWithId() : refusal
  }

  async function runAs(
    handler: Handler,
    input: Record<string, unknown>,
    viewer: Viewer | null,
    request: RequestFacts,
  ): Promise<unknown> {
    const { call } = handler
    let ended: ((outcome: string) => Promise<void>) | undefined
    try {
      if (viewer && viewer.actingUserId !== null && changesState(call))
        ended = await actingRecorder?.(call, input, viewer)
      const answer = present(handler, await handler.run({ input, viewer, request }))
      await ended?.('done')
      return answer
    } catch (error) {
      const refusal = refusalOf(error, call)
      // The attempt is recorded already. If recording its outcome fails, the caller must still get the refusal.
      await ended?.(refusal.code).catch(() => {})
      throw refusal
    }
  }

  return {
    handlers: byRoute,
    async run(route, input, viewer, request) {
      const handler = byRoute.get(route)
      if (!handler) throw new Error(`There is no call ${route}.`)
      const checked = validateInput(handler.call, input)
      if (viewer) checkCaller(handler.call, checked, viewer)
      return runAs(handler, checked, viewer, request)
    },
  }
}

/**
 * Throws if the input names another user as the caller, because only the token says who acts (rules: who acts), or if
 * the caller was taken down and mustn't make this call.
 */
function checkCaller(call: AnyCall, input: Record<string, unknown>, viewer: Viewer): void {
  for (const key of callerKeys(call))
    if (input[key] !== undefined && input[key] !== viewer.id) throw notYours()
  if (viewer.takenDown && call.refusedWhenTakenDown) throw takenDown()
}

const declares = (call: AnyCall, { code }: Refusal) =>
  generalCodes.has(code) || call.errors.some((failure) => failure.code === code)

/** Converts any error to a refusal. Unexpected errors are logged and become 'broken'. */
export function asRefusal(error: unknown, call: AnyCall | undefined, log: Logger): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StorageUnavailableError) {
    log.warn({ route: call?.route, err: error.message }, 'the store of files is away or too slow')
    return unavailable()
  }
  if (isOutage(error) || isRetryableError(error)) {
    log.warn(
      { route: call?.route, err: (error as Error).message },
      'the database is away or too slow',
    )
    return databaseUnavailable()
  }
  if (isBadValue(error)) {
    // The refusal is right, but the input check should have caught the value earlier.
    log.warn({ route: call?.route, err: (error as Error).message }, 'a value the database refused')
    return badInput()
  }
  log.error({ route: call?.route, err: error }, 'a call broke')
  return internalErrorWithId()
}

export const internalErrorWithId = () =>
  internalError({ message: withRequestId(internalError.message) })
