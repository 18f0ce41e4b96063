import { useEffect, useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { api, asApiError } from '#platform/web/api/api.ts'
import { queries } from '#platform/web/queries.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { Notice } from './notice.tsx'
import css from './notice.module.css'
import { forgetUnread, useUnread } from './unread.ts'
import { useLines } from './use-lines.ts'

type Props = { viewer: number | null }

/** Shows a member's notifications. It is a separate module, so that a visitor's browser doesn't load it. */
export default function Notices(props: Props) {
  return (
    <QueryClientProvider client={queries}>
      <Lines {...props} />
    </QueryClientProvider>
  )
}

/** Shows the lines, and marks as read what was loaded. Lines that come meanwhile are added on top. */
function Lines({ viewer }: Props) {
  const found = useLines('GET /notifications', viewer)
  const { data: lines, dataUpdatedAt, error, isPending, refetch } = found
  const { followUnread, notificationUnread } = useUnread()
  const [now] = useState(() => Date.now())
  const fresh = followUnread + notificationUnread > 0
  // A line that was unread when it was first shown stays marked until the member leaves the page.
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const newlyUnread = lines?.filter(({ unread, key }) => unread && !marked.has(key)) ?? []
  if (newlyUnread.length > 0) setMarked(new Set([...marked, ...newlyUnread.map(({ key }) => key)]))

  useEffect(() => {
    if (fresh) void refetch()
  }, [fresh, refetch])

  useEffect(() => {
    if (dataUpdatedAt === 0) return
    forgetUnread()
    const newest = lines?.[0]?.time
    if (!newest || !lines.some(({ unread }) => unread)) return
    // What happened after these lines were loaded stays unread.
    const until = { until: new Date(Date.parse(newest) + 1).toISOString() }
    const read = [
      api('POST /follow/update-last-read', until),
      api('POST /notifications/read', until),
    ]
    Promise.all(read).catch(() => {})
  }, [dataUpdatedAt, lines])

  if (isPending) return <Skeleton lines={6} />
  if (!lines)
    return (
      <TryAgain
        failed={error ? asApiError(error).message : 'Something went wrong.'}
        ask={refetch}
        busy={found.isFetching}
      />
    )
  if (lines.length === 0) return <EmptyState title="No recent activity" />
  return (
    <Stack>
      <ul className={css.list}>
        {lines.map((line) => (
          <li key={line.key}>
            <Notice line={{ ...line, unread: marked.has(line.key) }} now={now} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={lines.length}
        of={['notice', 'notices']}
        more={found.hasNextPage}
        busy={found.isFetchingNextPage}
        error={found.isFetchNextPageError ? asApiError(error).message : null}
        onMore={() => void found.fetchNextPage()}
      />
    </Stack>
  )
}
