import type { FailureCode, FailureDetails, Route } from '#platform/contract/wire.ts'
import { ApiError } from './api.ts'

/** Returns the details of the call's refusal with this code, or null if `error` is a different one. */
export function refusalDetails<R extends Route, C extends FailureCode<R>>(
  error: unknown,
  _route: R,
  code: C,
): FailureDetails<R, C> | null {
  if (!(error instanceof ApiError) || error.code !== code) return null
  return error.details as FailureDetails<R, C>
}
