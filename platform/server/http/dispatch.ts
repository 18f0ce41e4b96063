import type { Logger } from 'pino'
import { z } from 'zod'
import { type AnyCall, callerKeys, refusesSuspended } from '#platform/contract/call.ts'
import {
  badInput,
  internalError,
  refusalsOfEveryCall,
  notYours,
  Refusal,
  suspended,
  unavailable,
} from '#platform/contract/failure.ts'
import { isBadValue, isOutage, isRetryableError } from '../database/database.ts'
import { StorageUnavailableError } from '../storage/storage.ts'
import { RawResponse, type Handler, type RequestFacts, type Viewer } from './handler.ts'
import { validateInput } from './input.ts'
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
 * Creates the dispatcher. Throws if a call has no handler or several, or if a handler's call isn't in `calls`. With
 * `strict` (tests, development) a refusal that the call doesn't declare becomes a 500.
 */
export function dispatcher(
  calls: AnyCall[],
  handlers: Handler[],
  log: Logger,
  strict: boolean,
  actingRecorder?: ActingRecorder,
): Dispatcher {
  const byRoute = handlersByRoute(calls, handlers)

  function refusalOf(error: unknown, call: AnyCall): Refusal {
    const refusal = asRefusal(error, call, log)
    if (declares(call, refusal)) return refusal
    log.error({ route: call.route, code: refusal.code, err: error }, 'an undeclared refusal')
    return strict ? internalErrorWithId() : refusal
  }

  return {
    handlers: byRoute,
    async run(route, input, viewer, request) {
      const handler = byRoute.get(route)
      if (!handler) throw new Error(`There is no call ${route}.`)
      const { call } = handler
      const checked = validateInput(call, input)
      if (viewer) checkCaller(call, checked, viewer)
      let ended: ((outcome: string) => Promise<void>) | undefined
      try {
        if (viewer && viewer.actingUserId !== null && changesState(call))
          ended = await actingRecorder?.(call, checked, viewer)
        const answer = inShape(call, await handler.run({ input: checked, viewer, request }))
        await ended?.('done')
        return answer
      } catch (error) {
        const refusal = refusalOf(error, call)
        // The attempt is recorded already. If recording its outcome fails, the caller must still get the refusal.
        await ended?.(refusal.code).catch(() => {})
        throw refusal
      }
    },
  }
}

function handlersByRoute(calls: AnyCall[], handlers: Handler[]): Map<string, Handler> {
  const byRoute = new Map(handlers.map((handler) => [handler.call.route, handler]))
  if (byRoute.size !== handlers.length) throw new Error('A call has two handlers.')
  for (const { route } of calls)
    if (!byRoute.has(route)) throw new Error(`${route} has no handler.`)
  if (byRoute.size !== calls.length) throw new Error('A handler’s call isn’t in the contract.')
  return byRoute
}

function inShape({ route, output }: AnyCall, answer: unknown): unknown {
  if (answer instanceof RawResponse) return answer
  const result = (output as z.ZodType).safeParse(answer)
  if (result.success) return result.data
  throw new Error(`${route} answered out of its shape: ${z.prettifyError(result.error)}`)
}

/**
 * Throws if the input names another user as the caller, because only the token says who acts (rules: who acts), or if
 * the caller is suspended and can't make this call.
 */
function checkCaller(call: AnyCall, input: Record<string, unknown>, viewer: Viewer): void {
  for (const key of callerKeys(call))
    if (input[key] !== undefined && input[key] !== viewer.id) throw notYours()
  if (viewer.suspended && refusesSuspended(call)) throw suspended()
}

const declares = (call: AnyCall, { code }: Refusal) =>
  generalCodes.has(code) || call.errors.some((failure) => failure.code === code)

/** Converts any error to a refusal. Unexpected errors are logged and become 'broken'. */
export function asRefusal(error: unknown, call: AnyCall | undefined, log: Logger): Refusal {
  if (error instanceof Refusal) return error
  const about = { route: call?.route, err: error }
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'
  const isStoreAway = error instanceof StorageUnavailableError
  if (isTimeout || isStoreAway || isOutage(error) || isRetryableError(error)) {
    log.warn(about, 'the database or the store of files is unavailable or too slow')
    return unavailable()
  }
  if (isBadValue(error)) {
    // The refusal is right, but the input check should have caught the value earlier.
    log.warn(about, 'a value the database refused')
    return badInput()
  }
  log.error(about, 'a call broke')
  return internalErrorWithId()
}

const internalErrorWithId = () => internalError({ message: withRequestId(internalError.message) })
