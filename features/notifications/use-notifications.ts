import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useWithdrawnReportCount } from '#features/abuse/reported.ts'
import { api } from '#platform/web/api/api.ts'
import type { Notification } from './contract.ts'

type Route = 'GET /notifications' | 'GET /feed'
type Page = { items: Notification[]; cursor: string | null }

/**
 * Loads notifications page by page. A notification that moved up meanwhile is shown only once, at its newest position.
 */
export function useNotifications(route: Route, viewer: number | null) {
  const undone = useWithdrawnReportCount()
  return useInfiniteQuery({
    queryKey: [route, viewer, undone],
    // Shows the previous notifications while loading, unless they are another member's.
    placeholderData: (before, query) => (query?.queryKey[1] === viewer ? before : undefined),
    enabled: viewer !== null,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }): Promise<Page> =>
      api(route as 'GET /notifications', { cursor }, { signal }),
    getNextPageParam: ({ cursor }: Page) => cursor ?? undefined,
    select: ({ pages }: InfiniteData<Page>) => {
      const notifications = new Map<string, Notification>()
      for (const notification of pages.flatMap(({ items }) => items))
        if (!notifications.has(notification.key)) notifications.set(notification.key, notification)
      return [...notifications.values()]
    },
  })
}
