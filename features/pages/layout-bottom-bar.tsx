import { Bell, House, Plus, Search, User } from 'lucide-react'
import { useLocation } from 'react-router'
import { UnreadBadge } from '#features/notifications/bell/bell.tsx'
import { NavLink } from '#platform/web/navigation/link.tsx'
import { addFavoritePath } from './add-here.ts'
import styles from './layout-bottom-bar.module.css'

/** On a phone, links to what visitors do most, within reach of the thumb on every page. */
export function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav className={styles.bar} aria-label="Shortcuts">
      <ul className={styles.places}>
        <li>
          <NavLink to="/home" className={styles.place}>
            <House aria-hidden="true" />
            Home
          </NavLink>
        </li>
        <li>
          <NavLink to="/search" className={styles.place}>
            <Search aria-hidden="true" />
            Search
          </NavLink>
        </li>
        <li>
          <NavLink to={addFavoritePath(pathname)} className={styles.place}>
            <span className={styles.disc}>
              <Plus aria-hidden="true" />
            </span>
            <span>
              Add<span className="visually-hidden"> Favorite</span>
            </span>
          </NavLink>
        </li>
        <li>
          <NavLink to="/notify" className={styles.place}>
            <Bell aria-hidden="true" />
            Notices
            <span className={styles.badge}>
              <UnreadBadge />
            </span>
          </NavLink>
        </li>
        <li>
          <NavLink to="/my-page" className={styles.place}>
            <User aria-hidden="true" />
            Me
          </NavLink>
        </li>
      </ul>
    </nav>
  )
}
