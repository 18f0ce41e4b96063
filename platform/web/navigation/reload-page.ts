import { asApiError, requestJson } from '../api/api.ts'

/**
 * Reloads the page unless the server can't be reached, because the browser's own error page would then replace the
 * site. Returns whether the page reloads.
 */
export async function reloadPage(): Promise<boolean> {
  try {
    await requestJson('GET', '/health/live')
  } catch (error) {
    if (asApiError(error).code === 'offline') return false
  }
  location.reload()
  return true
}
