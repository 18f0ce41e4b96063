import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from '#platform/web/navigation/link.tsx'
import { useSession } from '#platform/web/session/session.ts'
import css from './bell.module.css'

const UnreadCount = lazy(() => import('./unread-count.tsx'))

/** The number of unread notices, for members. Visitors' browsers don't load what counts them. */
export function UnreadBadge() {
  const { isLogged } = useSession()
  return (
    isLogged && (
      <Suspense>
        <UnreadCount />
      </Suspense>
    )
  )
}

/** Link to the notices with the number of unread ones. */
export const Bell = () => (
  <Link to="/notify" className={css.bell}>
    <BellIcon aria-hidden="true" />
    <span className="visually-hidden">Notifications</span>
    <span className={css.badge}>
      <UnreadBadge />
    </span>
  </Link>
)
