import { ApiError } from '../api/api.ts'

/** Returns whether the browser knows that it has no network. If this is false, there may be no network either. */
export const browserIsOffline = () =>
  typeof navigator !== 'undefined' && 'onLine' in navigator && !navigator.onLine

/** Returns whether a write failed because the server wasn't reached: no connection, or an error page of a proxy. */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'offline' || (error.code === 'broken' && [502, 503, 504].includes(error.status)))
