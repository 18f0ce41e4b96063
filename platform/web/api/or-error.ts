import { data } from 'react-router'
import { statusText } from './status-text.ts'

export type OrError<Found> = (Found & { error: null }) | { error: string }

/** What a page's loader found, or what the page says where that failed; a failure of the status `thrown` is another page's. */
export async function orError<Found extends object>(
  load: () => Promise<Found>,
  thrown: 401 | 404,
  textOf: (problem: unknown) => string = statusText,
): Promise<OrError<Found>> {
  try {
    return { ...(await load()), error: null }
  } catch (problem) {
    const { status } = problem as { status?: unknown }
    if (problem instanceof Response || typeof status !== 'number' || status === thrown)
      throw problem
    const answer = data({ error: textOf(problem) }, { status: status || 503 })
    return answer as unknown as OrError<Found>
  }
}
