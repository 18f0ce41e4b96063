import { useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { api, asApiError } from '#platform/web/api/api.ts'
import { queryClient } from '#platform/web/queries.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { NotificationRow } from './notification-row.tsx'
import css from './notification-row.module.css'
import { resetUnread, useUnread } from './bell/unread.ts'
import { useNotifications } from './use-notifications.ts'

type Props = { viewer: number | null }

/** Shows a member's notifications. It is a separate module, so that a visitor's browser doesn't load it. */
export default function NotificationList(props: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <Listed {...props} />
    </QueryClientProvider>
  )
}

/** Shows the notifications, and marks as read what was loaded. Notifications that come meanwhile are added on top. */
function Listed({ viewer }: Props) {
  const found = useNotifications('GET /notifications', viewer)
  const { data: notifications, dataUpdatedAt, error, isPending, refetch } = found
  const { followUnread, notificationUnread } = useUnread()
  const [now] = useState(() => Date.now())
  const fresh = followUnread + notificationUnread > 0
  // A notification that was unread when it was first shown stays marked until the member leaves the page.
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const newlyUnread = notifications?.filter(({ unread, key }) => unread && !marked.has(key)) ?? []
  if (newlyUnread.length > 0) setMarked(new Set([...marked, ...newlyUnread.map(({ key }) => key)]))

  useEffect(() => {
    if (fresh) void refetch()
  }, [fresh, refetch])

  useEffect(() => {
    if (dataUpdatedAt === 0) return
    resetUnread()
    const newest = notifications?.[0]?.time
    if (!newest || !notifications.some(({ unread }) => unread)) return
    // What happened after these notifications were loaded stays unread.
    const until = { until: new Date(Date.parse(newest) + 1).toISOString() }
    const read = [
      api('POST /follow/update-last-read', until),
      api('POST /notifications/read', until),
    ]
    Promise.all(read).catch(() => {})
  }, [dataUpdatedAt, notifications])

  if (isPending) return <Skeleton lines={6} />
  if (!notifications)
    return (
      <TryAgain
        message={error ? asApiError(error).message : 'Something went wrong.'}
        onRetry={refetch}
        busy={found.isFetching}
      />
    )
  if (notifications.length === 0) return <EmptyState title="No recent activity" />
  return (
    <Stack>
      <ul className={css.list}>
        {notifications.map((notification) => (
          <li key={notification.key}>
            <NotificationRow
              notification={{ ...notification, unread: marked.has(notification.key) }}
              now={now}
            />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={notifications.length}
        of={['notice', 'notices']}
        more={found.hasNextPage}
        busy={found.isFetchingNextPage}
        error={found.isFetchNextPageError ? asApiError(error).message : null}
        onMore={() => void found.fetchNextPage()}
      />
    </Stack>
  )
}
