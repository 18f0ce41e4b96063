import type { DataStrategyFunctionArgs, DataStrategyResult } from 'react-router'
import { noteKept } from '../page-age.ts'
import { keepsShownData } from './forced-revalidation.ts'

/**
 * Runs the loaders as the router does by itself. If the page that is shown is loaded again and there is no network, the
 * page keeps the data that it shows (`shown`, by the routes' ids) and notes how old that data is.
 */
export async function loadOrKeep(
  { matches, fetcherKey }: DataStrategyFunctionArgs,
  shown: Record<string, unknown>,
): Promise<Record<string, DataStrategyResult>> {
  const mayKeep = fetcherKey === null && keepsShownData()
  const load = async (match: DataStrategyFunctionArgs['matches'][number]) => {
    const { id } = match.route
    const result = await match.resolve()
    if (!mayKeep || shown[id] === undefined || !foundNoNetwork(result)) return [id, result] as const
    noteKept()
    return [id, { type: 'data', result: shown[id] } satisfies DataStrategyResult] as const
  }
  const loading = matches.filter((match) => match.shouldCallHandler()).map(load)
  return Object.fromEntries(await Promise.all(loading))
}

/**
 * Returns whether the server wasn't reached: the loader threw the error 'offline' (`guarded` in screen.tsx) or returned
 * data with the status 503.
 */
function foundNoNetwork({ type, result }: DataStrategyResult): boolean {
  const { data, init } = (result ?? {}) as {
    data?: { code?: unknown } | null
    init?: { status?: unknown } | null
  }
  return type === 'error' ? data?.code === 'offline' : init?.status === 503
}
