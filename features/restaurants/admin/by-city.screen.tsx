import { useNavigate, useSearchParams } from 'react-router'
import { CityField } from '#features/places/city-field.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame.tsx'
import { ListTable, type Column } from '#features/admin/table.tsx'
import css from './restaurants.module.css'
import { adminCityPath, adminRestaurantPath } from '#features/admin/paths.ts'

export const handle: Handle = { title: 'Restaurants by city', browserOnly: true }

type Restaurant = Output<'GET /restaurantsByCity'>['restaurants'][number]

const columns: Column<Restaurant>[] = [
  {
    id: 'name',
    label: 'Restaurant',
    to: ({ id, name }) => adminRestaurantPath(id, name),
  },
  { id: 'address', label: 'Address' },
  { id: 'cityLabel', label: 'City' },
  { id: 'itemCount', label: 'Items', number: true },
  { id: 'yoloCount', label: 'Yolos', number: true },
  {
    id: 'closed',
    label: 'State',
    value: ({ closed }) => (closed ? 'Closed' : 'Open'),
  },
]

export const Component = () => (
  <AdminPage title="Restaurants by city">
    <ByCity />
  </AdminPage>
)

function ByCity() {
  // The full label of a city that was chosen, or only a name if someone typed it into the address bar.
  const city = (useSearchParams()[0].get('city') ?? '').trim()
  const navigate = useNavigate()
  return (
    <>
      <div className={css.city}>
        <CityField
          city={city}
          onPlace={({ name }) => void navigate(adminCityPath(name))}
          onClear={() => void navigate(adminCityPath(''))}
        />
      </div>
      <Link className="lone-link" to="/admin/audit?q=.delete">
        What was deleted
      </Link>
      {city && (
        <ListTable
          name={`Restaurants in ${city}`}
          columns={columns}
          route="GET /restaurantsByCity"
          filter
          fields={<input type="hidden" name="city" value={city} />}
          rowsOf={({ restaurants }) => restaurants}
          empty="No restaurants found"
        />
      )}
    </>
  )
}
