import { CategoryArt } from '#features/categories/category-art.tsx'
import { avatarUrl } from '#features/avatars/address.ts'
import { sourcesOf } from '#features/photos/names.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import type { Notification } from './contract.ts'
import css from './notification-row.module.css'
import { agoText, phrases, linkOf, whoText } from './notification-texts.ts'

/** One notification: who did what, when, to which dish. */
export function NotificationRow({
  notification,
  now,
}: {
  notification: Notification
  now: number
}) {
  const { item, people, time } = notification
  const [first] = people
  return (
    <Link
      to={linkOf(notification)}
      className={css.row}
      data-unread={notification.unread || undefined}
    >
      <Avatar name={whoText(notification)} src={first && avatarUrl(first.userId, first.userName)} />
      <span className={css.words}>
        {notification.unread && <span className="visually-hidden">Unread: </span>}
        <span>
          <strong>{whoText(notification)}</strong> {phrases[notification.kind]}
          {item && (
            <>
              {' '}
              <strong>
                {notification.kind === 'closed' ? item.restaurantName : item.itemName}
              </strong>
            </>
          )}
        </span>
        <span className={css.more}>
          {item &&
            (notification.kind === 'closed' ? `${item.itemName} · ` : `${item.restaurantName} · `)}
          <time dateTime={time}>{agoText(time, now)}</time>
        </span>
      </span>
      {item && (
        <span className={css.picture}>
          <Photo
            photo={item.photo && sourcesOf(item.photo.image, item.photo.colour)}
            sizes="3.5rem"
            shape="square"
          >
            <CategoryArt category={item.categoryId} seed={item.id} />
          </Photo>
        </span>
      )}
    </Link>
  )
}
