import { Menu, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { isAdmin } from '#domain/vocabulary/roles.ts'
import { UnreadBadge } from '#features/notifications/bell/bell.tsx'
import { NavLink } from '#platform/web/navigation/link.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { addFavoritePath } from './add-here.ts'
import styles from './layout.module.css'

const places = [
  ['/home', 'Home'],
  ['/my-page', 'My Page'],
  ['/faq', 'How it works'],
  ['/search-restaurant', 'Restaurant Search'],
  ['/about', 'About'],
] as const

/** The menu bar. In windows narrower than 767 px it folds into a button and is closed at first. */
export function NavigationMenu() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { id, isLogged } = useSession()
  const { pathname } = useLocation()
  const close = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape from anything within
    <nav className={styles.menu} aria-label="Main" onKeyDown={close}>
      <button
        ref={button}
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls="menu"
        onClick={() => setOpen(!open)}
      >
        {open ? <X /> : <Menu />}
        Menu
      </button>
      <ul id="menu" className={styles.places} data-open={open || undefined}>
        {places.map(([to, label]) => (
          <li key={to}>
            <NavLink to={to} className={styles.place}>
              {label}
              {to === '/my-page' && <UnreadBadge />}
            </NavLink>
          </li>
        ))}
        {/* On a phone, this link is in the bottom bar. */}
        <li className={styles.onDesktop}>
          <NavLink to={addFavoritePath(pathname)} className={styles.place}>
            Add Favorite
          </NavLink>
        </li>
        {isAdmin({ id }) && (
          <li>
            <NavLink to="/admin" className={styles.place}>
              Admin
            </NavLink>
          </li>
        )}
        <li>
          <NavLink to={isLogged ? '/logout' : '/login'} className={styles.place}>
            {isLogged ? 'Logout' : 'Login'}
          </NavLink>
        </li>
      </ul>
    </nav>
  )
}
