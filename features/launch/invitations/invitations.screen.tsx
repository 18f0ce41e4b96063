import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import css from '../launch.module.css'
import { InvitationTable } from './invitation-table.tsx'

export const handle: Handle = { title: 'Invitations', browserOnly: true }

export const Component = () => (
  <AdminPage title="Invitations">
    <p className={css.lead}>
      Links that lead to a city, and what came of them. They are made on the page of their city, in{' '}
      <Link to="/admin/cities">Cities</Link>.
    </p>
    <InvitationTable empty="No invitations yet." />
  </AdminPage>
)
