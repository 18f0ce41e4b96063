import { useNavigate } from 'react-router'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { cityCoveragePath } from '#features/admin/links/listed.ts'
import type { Column } from '#features/admin/table/column.ts'
import { ListTable } from '#features/admin/table/data-table.tsx'
import { createListCall } from '#features/admin/table/use-list-pages.ts'
import type { SortColumn } from '#features/admin/table/use-list-table.ts'
import { CityField } from '#features/places/city-field.tsx'
import type { Output } from '#platform/contract/wire.ts'
import type { Handle } from '#platform/web/screen.tsx'
import launchCss from '#features/launch/launch.module.css'
import css from './coverage.module.css'

export const handle: Handle = { title: 'Cities', browserOnly: true }

type City = Output<'GET /admin/cities'>['items'][number]

const list = createListCall('GET /admin/cities')

const columns: Column<City, SortColumn<'GET /admin/cities'>>[] = [
  { id: 'name', label: 'City', sort: 'name', to: ({ id }) => cityCoveragePath(id) },
  { id: 'restaurants', label: 'Restaurants', sort: 'restaurants', number: true },
  { id: 'dishes', label: 'Dishes', sort: 'dishes', number: true },
  { id: 'categories', label: 'Categories of 14', sort: 'categories', number: true },
  { id: 'emptyLists', label: 'Empty lists, 30 days', sort: 'emptyLists', number: true },
]
const input = {}

export function Component() {
  const navigate = useNavigate()
  return (
    <AdminPage title="Cities">
      <p className={launchCss.lead}>
        Cities that have restaurants, or in which a list was shown empty in the last 30 days. Any
        other city can be opened by its name.
      </p>
      <div className={css.find}>
        <CityField city="" onPlace={({ slug }) => slug && void navigate(cityCoveragePath(slug))} />
      </div>
      <ListTable
        name="Cities"
        caption="Cities, those with most restaurants first"
        columns={columns}
        list={list}
        input={input}
        empty="No city has a restaurant yet."
      />
    </AdminPage>
  )
}
