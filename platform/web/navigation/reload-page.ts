import { asApiError, send } from '../api/api.ts'

/** Reloads the page, but not without a line: the browser's own page would take the site's place. */
export async function reloadPage(): Promise<boolean> {
  try {
    await send('GET', '/health/live')
  } catch (error) {
    if (asApiError(error).code === 'offline') return false
  }
  location.reload()
  return true
}
