import { type Location, Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { ActingBanner } from '#features/accounts/sessions/acting.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { NavigationGuard } from '#platform/web/ui/overlay/unsaved.tsx'
import { ToastProvider } from '#platform/web/ui/overlay/toast.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { NavigationAnnouncer } from './layout-arrival.tsx'
import { BottomBar } from './layout-bottom-bar.tsx'
import { Footer } from './layout-footer.tsx'
import { NavigationMenu } from './layout-menu.tsx'
import { SearchBox } from './search-box/search-box.tsx'
import styles from './layout.module.css'
import { ThemeSwitch, UnitSwitch } from './preferences.tsx'

/**
 * Returns the key under which a scroll position is stored. After every full page load the key is 'default', so the URL
 * is used. Otherwise a page would begin at the scroll position of another one.
 */
const scrollKey = ({ key, pathname, search }: Location) =>
  key === 'default' ? pathname + search : key

export function Layout() {
  const { pathname } = useLocation()
  const ownLogo = useMatches().some(({ handle }) => (handle as Handle | undefined)?.ownLogo)
  return (
    <ToastProvider>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <NavigationAnnouncer />
      <NavigationGuard />
      <header className={styles.header}>
        {!ownLogo && (
          <Link to="/home" className={styles.logo} aria-label="Yolo, to the home page">
            Yolo
          </Link>
        )}
        {/* The search page has its own search box. */}
        {pathname !== '/search' && <SearchBox key={`at ${pathname}`} />}
        {/* The key makes each new page begin with the menu closed. */}
        <NavigationMenu key={pathname} />
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <ActingBanner />
        <Outlet />
      </main>
      <Footer>
        <div className="needs-scripts">
          <Row>
            <UnitSwitch />
            <ThemeSwitch />
          </Row>
        </div>
      </Footer>
      <BottomBar />
      <ScrollRestoration getKey={scrollKey} />
    </ToastProvider>
  )
}
