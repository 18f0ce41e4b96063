import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { isAdmin, isChiefAdmin } from '#domain/vocabulary/roles.ts'
import { ActAsUserButton } from './admin-switch.tsx'
import { Link, NavLink } from '#platform/web/navigation/link.tsx'
import { loginPathReturningTo } from '#platform/web/navigation/next-path.ts'
import { queryClient } from '#platform/web/queries.ts'
import { useSession } from '#platform/web/session/session.ts'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import css from './admin-page.module.css'
import { adminPageGroups } from './pages.ts'

const denied = 'Access denied.'

type Props = {
  /** Absent if the page renders its own heading from the data it loads. */
  title?: string
  children: ReactNode
}

/** The frame of an admin page. Viewers who aren't admins see only that access is denied. */
export function AdminPage({ title, children }: Props) {
  const { id } = useSession()
  const location = useLocation()
  if (id === null || !isAdmin({ id }))
    return (
      <Content width="narrow">
        <h1>{denied}</h1>
        {id === null && (
          <Link to={loginPathReturningTo(location)} className="lone-link">
            Log in
          </Link>
        )}
      </Content>
    )
  return (
    <QueryClientProvider client={queryClient}>
      <div className={css.area}>
        <Header />
        <div className={css.nav}>
          <div className={css.open}>
            <Nav />
          </div>
          <div className={css.folded}>
            <DisclosurePanel summary="Admin pages">
              <Nav />
            </DisclosurePanel>
          </div>
        </div>
        <div className={css.main}>
          {title && <h1 className={css.title}>{title}</h1>}
          {children}
        </div>
      </div>
    </QueryClientProvider>
  )
}

/** Renders its content only for admin 514. */
export function ChiefOnly({ children }: { children: ReactNode }) {
  const { id } = useSession()
  return id !== null && isChiefAdmin({ id }) ? children : <p className={css.denied}>{denied}</p>
}

/** The header of the admin area. For the admin in charge (514) it is large and has the button to act as user 20. */
function Header() {
  const { id, name } = useSession()
  const isChief = id !== null && isChiefAdmin({ id })
  return (
    <header className={css.header} data-size={isChief ? 'large' : undefined}>
      <div>
        <p className={css.name}>
          <Link to="/admin">Admin</Link>
        </p>
        {isChief && <p className={css.who}>You are {name}, the admin in charge.</p>}
      </div>
      <ActAsUserButton />
    </header>
  )
}

const Nav = () => (
  <nav aria-label="Admin" className={css.groups}>
    {adminPageGroups.map(({ name, pages }) => (
      <div key={name}>
        <p className={css.group}>{name}</p>
        <ul className={css.list}>
          {pages.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} className={css.link}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
)
