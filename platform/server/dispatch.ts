import type { Logger } from 'pino'
import { z } from 'zod'
import type { AnyCall } from '#platform/contract/call.ts'
import { broken, notYours, Refusal, takenDown, unavailable } from '#platform/contract/failure.ts'
import { isOutage } from './database.ts'
import { Raw, type Handler, type RequestFacts, type Viewer } from './handler.ts'
import { check } from './input.ts'

export type Dispatch = {
  handlers: Map<string, Handler>
  /** Checks `input` and runs the call as `viewer`; the same for HTTP and for pages rendered here. */
  run(
    route: string,
    input: Record<string, unknown>,
    viewer: Viewer | null,
    request: RequestFacts,
  ): Promise<unknown>
}

const general = new Set([400, 401, 403, 404, 413, 415, 429, 500, 503])

/** Refuses to be built when a call has no handler, two, or no declared access. */
export function dispatcher(
  calls: AnyCall[],
  handlers: Handler[],
  log: Logger,
  trustOutput: boolean,
): Dispatch {
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
    if (answer instanceof Raw || (trustOutput && call.outputByQuery)) return answer
    const result = (call.output as z.ZodType).safeParse(answer)
    if (result.success) return result.data
    throw new Error(`${call.route} answered out of its shape: ${z.prettifyError(result.error)}`)
  }

  return {
    handlers: byRoute,
    async run(route, input, viewer, request) {
      const handler = byRoute.get(route)
      if (!handler) throw new Error(`There is no call ${route}.`)
      const checked = check(handler.call, input)
      // The token alone says who acts (decision 4): an id beside it must be the caller's.
      if (viewer && !handler.call.othersId)
        for (const named of [checked.userId, checked.user])
          if (named !== undefined && named !== viewer.id) throw notYours()
      if (viewer?.takenDown && handler.call.posts) throw takenDown()
      try {
        return present(handler, await handler.run({ input: checked, viewer, request }))
      } catch (error) {
        throw asRefusal(error, handler.call, log)
      }
    },
  }
}

/** Every error that leaves the server is one of ours; anything else is logged here and told as 'broken'. */
export function asRefusal(error: unknown, call: AnyCall | undefined, log: Logger): Refusal {
  if (error instanceof Refusal) {
    const declared =
      general.has(error.status) ||
      call?.errors.some(({ code }: { code: string }) => code === error.code)
    if (call && !declared)
      log.error({ route: call.route, code: error.code }, 'an undeclared refusal')
    return error
  }
  if (isOutage(error)) {
    log.warn(
      { route: call?.route, err: (error as Error).message },
      'the database is away or too slow',
    )
    return new Refusal(503, unavailable.code, unavailable.message, {}, { 'Retry-After': '2' })
  }
  log.error({ route: call?.route, err: error }, 'a call broke')
  return broken()
}
