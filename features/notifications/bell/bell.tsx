import { Bell as BellSign } from 'lucide-react'
import { Link } from '#platform/web/navigation/link.tsx'
import { Badge } from '#platform/web/ui/list/badge.tsx'
import css from './bell.module.css'
import { resetUnread, useUnread } from './unread.ts'

/** Link to the notifications with the number of unread ones. A click resets the number. */
export function Bell() {
  const { followUnread, notificationUnread } = useUnread()
  return (
    <Link to="/notify" className={css.bell} onClick={resetUnread}>
      <BellSign aria-hidden="true" />
      <span className="visually-hidden">Notifications</span>
      <span className={css.badge}>
        <Badge count={followUnread + notificationUnread} />
      </span>
    </Link>
  )
}

/** The number of unread notifications without the bell, for the menu. */
export function UnreadBadge() {
  const { followUnread, notificationUnread } = useUnread()
  return <Badge count={followUnread + notificationUnread} />
}
