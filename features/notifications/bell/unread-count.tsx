import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/api/api.ts'
import { queryClient } from '#platform/web/queries.ts'
import { useSession } from '#platform/web/session/session.ts'
import { Badge } from '#platform/web/ui/list/badge.tsx'

const unreadKey = 'unread'

/** Counts the unread notices each minute while the page is visible, and when it gets the focus. */
export default function UnreadCount() {
  const { id } = useSession()
  const { data } = useQuery(
    {
      queryKey: [unreadKey, id],
      queryFn: ({ signal }) => api('GET /follow/unread', {}, { signal }),
      refetchInterval: 60_000,
      refetchOnWindowFocus: true,
    },
    queryClient,
  )
  return <Badge count={(data?.followUnread ?? 0) + (data?.notificationUnread ?? 0)} what="unread" />
}

/** Marks all notices as read, and resets the badges. */
export async function markAllRead(): Promise<void> {
  queryClient.setQueriesData({ queryKey: [unreadKey] }, { followUnread: 0, notificationUnread: 0 })
  await Promise.all([api('POST /follow/update-last-read', {}), api('POST /notifications/read', {})])
}
