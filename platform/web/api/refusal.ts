import type { RefusalCode, RefusalDetails, Route } from '#platform/contract/wire.ts'
import { ApiError } from './api.ts'

/** Returns the details of the call's refusal with this code, or null if `error` is anything else. */
export function refusalDetails<R extends Route, C extends RefusalCode<R>>(
  error: unknown,
  _route: R,
  code: C,
): RefusalDetails<R, C> | null {
  if (!(error instanceof ApiError) || error.code !== code) return null
  return error.details as RefusalDetails<R, C>
}
