import { useState } from 'react'
import { avatarUrl } from '#features/avatars/address.ts'
import { DishCard } from '#features/items/dish-card.tsx'
import type { Notification } from '#features/notifications/contract.ts'
import { useNotifications } from '#features/notifications/use-notifications.ts'
import { agoText, actorsText, otherActorsText } from '#features/notifications/notification-texts.ts'
import { asApiError } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Avatars } from '#platform/web/ui/avatar.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { List, Stack } from '#platform/web/ui/page/layout.tsx'
import { LoadMore } from '#platform/web/ui/list/pager.tsx'
import { CardSkeletons } from '#platform/web/ui/page/skeleton.tsx'
import css from './members.module.css'
import { statusText } from '#platform/web/api/status-text.ts'

/** The latest favorites and upvotes of the members whom the viewer follows. */
export function Feed({ viewer }: { viewer: number | null }) {
  const found = useNotifications('GET /feed', viewer)
  const { data: notifications, error } = found
  const [now] = useState(() => Date.now())
  if (!notifications)
    return error ? (
      <TryAgain message={statusText(error)} onRetry={found.refetch} busy={found.isFetching} />
    ) : (
      <CardSkeletons />
    )
  if (notifications.length === 0)
    return (
      <EmptyState
        title="No recent activity"
        action={<LinkButton to="/categories">Find people by their favorites</LinkButton>}
      >
        <p>Follow people whose taste you trust, and what they save and upvote stands here.</p>
      </EmptyState>
    )
  return (
    <Stack>
      <h2 className="visually-hidden">Lately</h2>
      <List label="What the people you follow saved and upvoted">
        {notifications.map((notification) => (
          <li key={notification.key} className={css.act}>
            <Who notification={notification} now={now} />
            {notification.item && <DishCard card={notification.item} layout="row" />}
          </li>
        ))}
      </List>
      <LoadMore
        shown={notifications.length}
        of={['dish', 'dishes']}
        more={found.hasNextPage}
        busy={found.isFetchingNextPage}
        error={found.isFetchNextPageError ? asApiError(error).message : null}
        onMore={() => void found.fetchNextPage()}
      />
    </Stack>
  )
}

function Who({ notification, now }: { notification: Notification; now: number }) {
  const { people, kind, time } = notification
  const [first] = people
  return (
    <p className={css.who}>
      <Avatars
        people={people.map(({ userId, userName }) => ({
          name: userName,
          src: avatarUrl(userId, userName),
        }))}
      />
      <span>
        {first ? (
          <>
            <Link to={`/user/${first.userId}`}>{first.userName}</Link>
            {otherActorsText(notification)}
          </>
        ) : (
          actorsText(notification)
        )}{' '}
        {kind === 'followed-yolo' ? 'saved' : 'upvoted'} this ·{' '}
        <time dateTime={time}>{agoText(time, now)}</time>
      </span>
    </p>
  )
}
