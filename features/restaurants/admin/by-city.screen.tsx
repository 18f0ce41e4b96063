import { useNavigate, useSearchParams } from 'react-router'
import { CityField } from '#features/places/city-field.tsx'
import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import type { Column } from '#features/admin/table/column.ts'
import { ListTable } from '#features/admin/table/data-table.tsx'
import { createListCall } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'
import css from './restaurants.module.css'
import { adminCityPath, adminRestaurantPath } from '#features/admin/links/listed.ts'

export const handle: Handle = { title: 'Restaurants by city', browserOnly: true }

type Restaurant = Output<'GET /restaurantsByCity'>['restaurants'][number]

const list = createListCall('GET /restaurantsByCity', ({ restaurants }) => restaurants)

const columns: Column<Restaurant, SortColumn<'GET /restaurantsByCity'>>[] = [
  {
    id: 'name',
    label: 'Restaurant',
    sort: 'name',
    to: ({ id, name }) => adminRestaurantPath(id, name),
  },
  { id: 'address', label: 'Address', sort: 'address' },
  { id: 'cityLabel', label: 'City', sort: 'cityLabel' },
  { id: 'itemCount', label: 'Items', sort: 'itemCount', number: true },
  { id: 'yoloCount', label: 'Yolos', sort: 'yoloCount', number: true },
  {
    id: 'closed',
    label: 'State',
    value: ({ closed }) => (closed ? 'Closed' : 'Open'),
    choices: { false: 'Open', true: 'Closed' },
    short: true,
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
      {city && (
        <ListTable
          name="Restaurants by city"
          caption={`Restaurants in ${city}`}
          columns={columns}
          list={list}
          input={{ city }}
          empty="No restaurants found"
        />
      )}
    </>
  )
}
