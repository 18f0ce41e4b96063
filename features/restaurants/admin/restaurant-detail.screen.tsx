import { useNavigate, useParams, useSearchParams } from 'react-router'
import { categories } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { mergePath } from '#features/admin/links/merge.ts'
import type { Column } from '#features/admin/table/column.ts'
import { LocalTable } from '#features/admin/table/local-table.tsx'
import { useWholeList } from '#features/admin/table/use-list-pages.ts'
import css from './restaurants.module.css'
import { DeletedBanner, useDeletion } from '../deletion/use-deletion.tsx'
import { adminCityPath, adminItemPath } from '#features/admin/links/listed.ts'

export const handle: Handle = { title: 'Restaurant', browserOnly: true }

type Answer = Output<'GET /itemsWithYolos'>
type Item = Answer['items'][number]

const columns: Column<Item>[] = [
  { id: 'name', label: 'Item', sort: 'name', to: ({ id, name }) => adminItemPath(id, name) },
  {
    id: 'categoryName',
    label: 'Category',
    sort: 'category',
    choices: Object.fromEntries(categories.map(({ name }) => [name, name])),
    short: true,
  },
  { id: 'yoloCount', label: 'Yolos', sort: 'yolos', number: true },
  { id: 'upvoteCount', label: 'Upvotes', sort: 'upvotes', number: true },
  {
    id: 'gone',
    label: 'State',
    sort: 'state',
    value: ({ gone }) => (gone ? 'Off the menu' : 'On the menu'),
    choices: { gone: 'Off the menu', here: 'On the menu' },
    short: true,
  },
]

export function Component() {
  const { id } = useParams()
  return (
    <AdminPage>
      <Detail key={id} id={Number(id)} />
    </AdminPage>
  )
}

function Detail({ id }: { id: number }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { answer, ...source } = useWholeList(
    'GET /itemsWithYolos',
    { restaurantId: id },
    ({ items }) => items,
  )
  const restaurant = answer?.restaurant
  const city = restaurant?.cityLabel ?? ''
  const ofRestaurant = useDeletion('restaurant', () => navigate(adminCityPath(city)))
  const ofItems = useDeletion('item')
  return (
    <>
      <Link to={adminCityPath(city)} className={css.up}>
        ‹ {city || 'Restaurants by city'}
      </Link>
      <Row spread>
        <h1 className={css.title}>{restaurant?.name ?? search.get('name') ?? 'Restaurant'}</h1>
        {restaurant && !restaurant.deleted && (
          <Row>
            <LinkButton variant="secondary" size="small" to={mergePath('restaurant', id)}>
              Merge with …
            </LinkButton>
            <Button variant="secondary" size="small" onClick={() => ofRestaurant.ask(restaurant)}>
              Delete restaurant
            </Button>
          </Row>
        )}
      </Row>
      {restaurant && (
        <p className={css.facts}>
          {restaurant.address}
          {restaurant.closed && <strong> · Closed</strong>} ·{' '}
          <Link to={`/restaurant/${id}`}>Public page</Link>
        </p>
      )}
      {restaurant?.deleted && <DeletedBanner kind="restaurant" thing={restaurant} />}
      <LocalTable
        name="Items"
        columns={columns}
        source={source}
        empty="No items found"
        renderChosen={(items) => (
          <Button variant="danger" size="small" onClick={() => ofItems.ask(...items)}>
            Delete
          </Button>
        )}
      />
      {ofRestaurant.dialog}
      {ofItems.dialog}
    </>
  )
}
