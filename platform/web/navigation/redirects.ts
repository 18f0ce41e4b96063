import { replace, type DataStrategyFunctionArgs, type DataStrategyResult } from 'react-router'

type Results = Record<string, DataStrategyResult>

/**
 * Runs the loaders, and lets a redirect take the place of the history entry that the browser shows already: after Back
 * or Forward, when a page was opened by its address, and when it is loaded again. The router would add an entry behind
 * it, so that each Back would lead to the redirect once more.
 */
export async function redirectInPlace(
  { url, fetcherKey }: Pick<DataStrategyFunctionArgs, 'url' | 'fetcherKey'>,
  load: () => Promise<Results>,
): Promise<Results> {
  // A page that a link opens gets its entry only once it is loaded.
  const isInHistory = fetcherKey === null && isInAddressBar(url)
  const results = await load()
  if (!isInHistory) return results
  const inPlace = Object.entries(results).map(
    ([id, { type, result }]) => [id, { type, result: replacing(result) }] as const,
  )
  return Object.fromEntries(inPlace)
}

/** Whether the browser shows this address already, though perhaps not its page yet. */
export const isInAddressBar = ({ pathname, search }: URL) =>
  pathname + search === location.pathname + location.search

function replacing(result: unknown): unknown {
  const to = result instanceof Response ? result.headers.get('Location') : null
  if (to === null) return result
  const { status, headers } = result as Response
  return replace(to, { status, headers })
}
