import { reportHideThreshold } from '#domain/reports.ts'
import { AdminPage, ChiefOnly } from '#features/admin/frame/admin-page.tsx'
import { adminRestaurantPath } from '#features/admin/links/listed.ts'
import { useLoadOnChange } from '#platform/web/api/use-load.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import css from './restaurants.module.css'

export const handle: Handle = { title: 'Closed restaurants', browserOnly: true }

export const Component = () => (
  <AdminPage title="Closed restaurants">
    <ChiefOnly>
      <p>
        The threshold is {reportHideThreshold} reports: from then on the restaurant is hidden from
        the lists. <Link to="/admin/queue">The queue</Link> confirms or dismisses them.
      </p>
      <ClosedRestaurants />
    </ChiefOnly>
  </AdminPage>
)

function ClosedRestaurants() {
  const { data, error, retry } = useLoadOnChange('GET /markedClosedRestaurant', {})
  if (error) return <TryAgain message={error.message || 'Error'} onRetry={retry} />
  if (!data) return <Skeleton lines={6} />
  if (data.restaurants.length === 0) return <p>No restaurants found</p>
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Restaurant</th>
          <th scope="col">Address</th>
          <th scope="col">Reports</th>
          <th scope="col">Shown</th>
        </tr>
      </thead>
      <tbody>
        {data.restaurants.map(({ id, name, address, reportCount, hidden }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={adminRestaurantPath(id, name)}>{name}</Link>
            </th>
            <td>{address}</td>
            <td>{reportCount}</td>
            <td>{hidden ? 'Hidden' : 'Still shown'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
