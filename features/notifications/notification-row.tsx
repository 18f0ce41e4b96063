import type { ReactNode } from 'react'
import { Trash2 as Trash, Trophy } from 'lucide-react'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { avatarUrl } from '#features/avatars/address.ts'
import { toPhotoSource } from '#features/photos/names.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Photo } from '#platform/web/ui/photo.tsx'
import type { Notification } from './contract.ts'
import css from './notification-row.module.css'
import { agoText, phrases, notificationPath, actorsText, winText } from './notification-texts.ts'

/** One notification: who did what, when, to which dish. */
export function NotificationRow({
  notification,
  now,
}: {
  notification: Notification
  now: number
}) {
  const { item, time } = notification
  const ago = <time dateTime={time}>{agoText(time, now)}</time>
  return (
    <Link
      to={notificationPath(notification)}
      className={css.row}
      data-unread={notification.unread || undefined}
    >
      <Words notification={notification} time={ago} />
      {item && (
        <span className={css.picture}>
          <Photo
            photo={item.photo && toPhotoSource(item.photo.image, item.photo.colour)}
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

/** What happened, with a picture of who or what did it. */
function Words({ notification, time }: WhoProps) {
  const { contest, removal, unread } = notification
  if (contest) return <Won contest={contest} unread={unread} time={time} />
  if (removal) return <Removed removal={removal} unread={unread} time={time} />
  return <WhoDidWhat notification={notification} time={time} />
}

type WhoProps = { notification: Notification; time: ReactNode }

function WhoDidWhat({ notification, time }: WhoProps) {
  const { kind, item, people, unread } = notification
  const [first] = people
  return (
    <>
      <Avatar
        name={actorsText(notification)}
        src={first && avatarUrl(first.userId, first.userName)}
      />
      <span className={css.words}>
        {unread && <Unread />}
        <span>
          <strong>{actorsText(notification)}</strong> {phrases[kind]}
          {item && (
            <>
              {' '}
              <strong>{kind === 'closed' ? item.restaurantName : item.itemName}</strong>
            </>
          )}
        </span>
        <span className={css.more}>
          {item && (kind === 'closed' ? `${item.itemName} · ` : `${item.restaurantName} · `)}
          {time}
        </span>
      </span>
    </>
  )
}

type WonProps = { contest: NonNullable<Notification['contest']>; unread: boolean; time: ReactNode }

function Won({ contest, unread, time }: WonProps) {
  const { won, next } = winText(contest)
  return (
    <>
      <span className={css.prize}>
        <Trophy aria-hidden="true" />
      </span>
      <span className={css.words}>
        {unread && <Unread />}
        <span>
          <strong>{won}</strong> {next}
        </span>
        <span className={css.more}>
          {contest.title} · {time}
        </span>
      </span>
    </>
  )
}

const removedTexts = {
  favorite: ' from your favorites.',
  dish: ', a favorite of yours.',
  restaurant: ', and your favorites there with it.',
}

type RemovedProps = {
  removal: NonNullable<Notification['removal']>
  unread: boolean
  time: ReactNode
}

function Removed({ removal, unread, time }: RemovedProps) {
  const { what, itemName, restaurantName, reason } = removal
  return (
    <>
      <span className={css.removed}>
        <Trash aria-hidden="true" />
      </span>
      <span className={css.words}>
        {unread && <Unread />}
        <span>
          We removed <strong>{what === 'restaurant' ? restaurantName : itemName}</strong>
          {removedTexts[what]}
          {reason && ` This is why: ${reason}`}
        </span>
        <span className={css.more}>
          {what !== 'restaurant' && `${restaurantName} · `}
          {time}
        </span>
      </span>
    </>
  )
}

const Unread = () => <span className="visually-hidden">Unread: </span>
