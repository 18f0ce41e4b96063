import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isAdmin, isChiefAdmin } from '#domain/vocabulary/roles.ts'
import { useCall } from '#platform/web/api/use-call.ts'
import { Link, NavLink } from '#platform/web/navigation/link.tsx'
import { loginPathReturningTo } from '#platform/web/navigation/next-path.ts'
import { queryClient } from '#platform/web/queries.ts'
import { actAs, session, useSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx'
import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import css from './frame.module.css'
import { adminPages } from './paths.ts'

const denied = 'Access denied.'

/** Whether the viewer is an admin, as far as the browser knows. The server checks every call by itself. */
export function isViewerAdmin(): boolean {
  const { id } = session()
  return id !== null && isAdmin({ id })
}

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
          {title && <h1>{title}</h1>}
          {children}
        </div>
      </div>
    </QueryClientProvider>
  )
}

/** Renders its content only for admin 514. */
export function ChiefOnly({ children }: { children: ReactNode }) {
  const { id } = useSession()
  return id !== null && isChiefAdmin({ id }) ? children : <p>{denied}</p>
}

/** The header of the admin area, which is large for admin 514. */
function Header() {
  const { id, name } = useSession()
  const isChief = id !== null && isChiefAdmin({ id })
  return (
    <header className={css.header} data-size={isChief ? 'large' : undefined}>
      <div>
        <p className={css.name}>
          <Link to="/admin">Admin</Link>
        </p>
        {isChief && <p className="quiet">You are {name}, the admin in charge.</p>}
      </div>
      <ActAsUserButton />
    </header>
  )
}

const Nav = () => (
  <nav aria-label="Admin" className={css.groups}>
    {Object.entries(adminPages).map(([name, pages]) => (
      <div key={name}>
        <p className={css.group}>{name}</p>
        <ul>
          {Object.entries(pages).map(([to, label]) => (
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

/** Lets admin 514 act as user 20 for at most an hour. */
export function ActAsUserButton() {
  const { id } = useSession()
  const { run, busy, error } = useCall('POST /login/20')
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  if (id === null || !isChiefAdmin({ id })) return null

  async function change() {
    const answer = await run({})
    if (!answer) return
    // Goes to the home page first, because this page would reload as user 20.
    await navigate('/home')
    actAs(answer)
  }
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        ADMIN
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Act as user 20?"
        yes="Act as user 20"
        no="Back"
        busy={busy}
        onYes={() => void change()}
        onNo={() => setOpen(false)}
      >
        {error?.message ?? 'For an hour at most. The audit names you behind all you do.'}
      </ConfirmDialog>
    </>
  )
}

/** A list of names and values. Facts with a falsy value are left out. */
export const FactList = ({ facts }: { facts: readonly (readonly [name: string, ReactNode])[] }) => (
  <dl className={css.facts}>
    {facts
      .filter(([, value]) => Boolean(value))
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

type Figures = readonly (readonly [words: string, count: number | undefined])[]

/** Counts with their names, side by side. Shows '…' for a count that is still loading. */
export const StatList = ({ figures }: { figures: Figures }) => (
  <dl className={css.figures}>
    {figures.map(([words, count]) => (
      <div key={words} className={css.figure}>
        <dt>{words}</dt>
        <dd>{count?.toLocaleString('en') ?? '…'}</dd>
      </div>
    ))}
  </dl>
)
