import { useEffect, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Gavel, Trophy } from 'lucide-react'
import { avatarUrl } from '#features/avatars/address.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { api, asApiError } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { queryClient } from '#platform/web/queries.ts'
import { useSession } from '#platform/web/session/session.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import { markAllRead } from './bell/unread-count.tsx'
import type { Notice } from './contract.ts'
import css from './notification-row.module.css'
import { actorsText, agoText, noticePath, phrases } from './notification-texts.ts'

/** A member's notices, which are marked as read when they are shown. */
export default function NotificationList() {
  const { id } = useSession()
  const found = useInfiniteQuery(
    {
      queryKey: ['GET /notifications', id],
      queryFn: ({ pageParam: cursor, signal }) => api('GET /notifications', { cursor }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ cursor }) => cursor ?? undefined,
      staleTime: 0,
      gcTime: 0,
    },
    queryClient,
  )
  const { data, error, isPending, refetch } = found
  const [now] = useState(() => Date.now())
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) markAllRead().catch(() => {})
  }, [isLoaded])

  if (isPending) return <Skeleton lines={6} />
  if (!data)
    return (
      <TryAgain
        message={error ? asApiError(error).message : 'Something went wrong.'}
        onRetry={refetch}
        busy={found.isFetching}
      />
    )
  const notices = data.pages.flatMap(({ items }) => items)
  if (notices.length === 0) return <EmptyState title="No recent activity" />
  return (
    <Stack>
      <ul className={css.list}>
        {notices.map((notice) => (
          <li key={notice.key}>
            <NoticeRow notice={notice} now={now} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={notices.length}
        of={['notice', 'notices']}
        more={found.hasNextPage}
        busy={found.isFetchingNextPage}
        error={found.isFetchNextPageError ? asApiError(error).message : null}
        onMore={() => void found.fetchNextPage()}
      />
    </Stack>
  )
}

/** One notice: who did what, when, to which dish. */
function NoticeRow({ notice, now }: { notice: Notice; now: number }) {
  const { item, contest, time, unread } = notice
  return (
    <Link to={noticePath(notice)} className={css.row} data-unread={unread || undefined}>
      <Picture notice={notice} />
      <span className={css.words}>
        {unread && <span className="visually-hidden">Unread: </span>}
        <Words notice={notice} />
        <span className={css.more}>
          {item && `${item.restaurantName} · `}
          {contest && `${contest.title} · `}
          <time dateTime={time}>{agoText(time, now)}</time>
        </span>
      </span>
      {item && (
        <span className={css.picture}>
          <Photo photo={null} sizes="3.5rem" shape="square">
            <CategoryArt category={item.categoryId} seed={item.id} />
          </Photo>
        </span>
      )}
    </Link>
  )
}

function Picture({ notice }: { notice: Notice }) {
  const { kind, people } = notice
  if (kind === 'won' || kind === 'decided')
    return (
      <span className={kind === 'won' ? css.prize : css.removed}>
        {kind === 'won' ? <Trophy aria-hidden="true" /> : <Gavel aria-hidden="true" />}
      </span>
    )
  const [first] = people
  return <Avatar name={actorsText(notice)} src={first && avatarUrl(first.userId, first.userName)} />
}

function Words({ notice }: { notice: Notice }) {
  const { kind, item, contest, text } = notice
  if (text !== null) return <span>{text}</span>
  if (contest)
    return (
      <span>
        Your entry was drawn: you won <strong>{contest.prize}</strong>.
      </span>
    )
  return (
    <span>
      <strong>{actorsText(notice)}</strong> {phrases[kind]}
      {item && (
        <>
          {' '}
          <strong>{item.itemName}</strong>
        </>
      )}
    </span>
  )
}
