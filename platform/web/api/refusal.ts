import type { FailureCode, FailureDetails, Route } from '#platform/contract/wire.ts'
import { ApiError } from './api.ts'

/** What this refusal of the call says, or null where `error` is another. */
export function refusal<R extends Route, C extends FailureCode<R>>(
  error: unknown,
  _route: R,
  code: C,
): FailureDetails<R, C> | null {
  if (!(error instanceof ApiError) || error.code !== code) return null
  return error.details as FailureDetails<R, C>
}
