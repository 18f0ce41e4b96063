import { type Access, type AnyCall, callerKeys } from '#platform/contract/call.ts'
import {
  accessDenied,
  badInput,
  internalError,
  type RefusalKind,
  notJson,
  notLoggedIn,
  notYours,
  takenDown,
  tooLarge,
  tooManyRequests,
  unavailable,
} from '#platform/contract/failure.ts'

/** Returns the failures of a call: those it declares and those implied by its method, access, limit and input. */
export function possibleRefusals(call: AnyCall, loggedIn: Access): RefusalKind[] {
  const failures: RefusalKind[] = [badInput, ...call.errors, internalError, unavailable]
  if (call.limit !== 'unlimited') failures.push(tooManyRequests)
  if (call.access !== 'anyone') failures.push(notLoggedIn)
  const isForAdmins = call.access !== 'anyone' && call.access !== loggedIn
  if (isForAdmins || call.unsafeGet || !call.fromAnySite) failures.push(accessDenied)
  if (callerKeys(call).length > 0) failures.push(notYours)
  if (call.refusedWhenTakenDown) failures.push(takenDown)
  if (!call.route.startsWith('GET ')) failures.push(tooLarge, unsupportedMediaType(call))
  return failures
}

/** Returns the failure for a body of an unsupported media type. Its message says which type the call takes. */
export function unsupportedMediaType({ consumes }: AnyCall): RefusalKind {
  const { code, status, message, details } = notJson
  return { code, status, details, message: consumes ? `Send ${consumes}, please.` : message }
}
