import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { Overview } from '../overview/overview.tsx'
import { AdminPage } from './admin-page.tsx'
import css from './admin.module.css'
import { adminPageGroups } from './pages.ts'

export const handle: Handle = { title: 'Admin', browserOnly: true }

export const Component = () => (
  <AdminPage title="Overview">
    <Overview />
    <div className={css.groups}>
      {adminPageGroups.map(({ name, pages }) => (
        <section key={name} className={css.group} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>{name}</h2>
          <ul className={css.pages}>
            {pages.map(({ to, label, about }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
                <p>{about}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </AdminPage>
)
