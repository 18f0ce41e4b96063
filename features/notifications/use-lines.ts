import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useUndone } from '#features/abuse/reported.ts'
import { api } from '#platform/web/api/api.ts'
import type * as notifications from './contract.ts'

type Route = 'GET /notifications' | 'GET /feed'
type Page = { items: notifications.NoticeLine[]; cursor: string | null }

/** Loads lines page by page. A line that moved up meanwhile is shown only once, at its newest position. */
export function useLines(route: Route, viewer: number | null) {
  const undone = useUndone()
  return useInfiniteQuery({
    queryKey: [route, viewer, undone],
    // Shows the previous lines while loading, unless they are another member's.
    placeholderData: (before, query) => (query?.queryKey[1] === viewer ? before : undefined),
    enabled: viewer !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }): Promise<Page> =>
      api(route as 'GET /notifications', { cursor }, { signal }),
    getNextPageParam: ({ cursor }: Page) => cursor ?? undefined,
    select: ({ pages }: InfiniteData<Page>) => {
      const lines = new Map<string, notifications.NoticeLine>()
      for (const line of pages.flatMap(({ items }) => items))
        if (!lines.has(line.key)) lines.set(line.key, line)
      return [...lines.values()]
    },
  })
}
