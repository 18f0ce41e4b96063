import { data } from 'react-router'
import { statusText } from './status-text.ts'

export type LoadedOrError<Found> = (Found & { error: null }) | { error: string }

/**
 * Returns what a page's loader found, or the error text that the page shows if loading failed. A failure with the
 * status `thrown` is rethrown, because another page is shown for it; so are redirects and errors without a status.
 */
export async function loadOrError<Found extends object>(
  load: () => Promise<Found>,
  thrown: 401 | 404,
  textOf: (problem: unknown) => string = statusText,
): Promise<LoadedOrError<Found>> {
  try {
    return { ...(await load()), error: null }
  } catch (problem) {
    const { status } = problem as { status?: unknown }
    if (problem instanceof Response || typeof status !== 'number' || status === thrown)
      throw problem
    const answer = data({ error: textOf(problem) }, { status: status || 503 })
    return answer as unknown as LoadedOrError<Found>
  }
}
