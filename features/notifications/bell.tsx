import BellSign from 'lucide-react/icons/bell'
import { Link } from '#platform/web/navigation/link.tsx'
import { Badge } from '#platform/web/ui/list/badge.tsx'
import css from './bell.module.css'
import { forgetUnread, useUnread } from './unread.ts'

/** Leads to what is new; a click resets its badge. */
export function Bell() {
  const { followUnread, notificationUnread } = useUnread()
  return (
    <Link to="/notify" className={css.bell} onClick={forgetUnread}>
      <BellSign aria-hidden="true" />
      <span className="visually-hidden">Notifications</span>
      <span className={css.badge}>
        <Badge count={followUnread + notificationUnread} />
      </span>
    </Link>
  )
}

/** The number alone, for the menu. */
export function UnreadBadge() {
  const { followUnread, notificationUnread } = useUnread()
  return <Badge count={followUnread + notificationUnread} />
}
