import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { AdminPage } from '#features/admin/frame.tsx'
import { mergePath, adminCityPath, adminItemPath } from '#features/admin/paths.ts'
import { QueryState, SimpleTable, useAdminQuery, type Column } from '#features/admin/table.tsx'
import { DeletedBanner, useDeletion } from '../deletion/use-deletion.tsx'

export const handle: Handle = { title: 'Restaurant', browserOnly: true }

type Answer = Output<'GET /itemsWithYolos'>
type Item = Answer['items'][number]

const columns: Column<Item>[] = [
  { id: 'name', label: 'Item', to: ({ id, name }) => adminItemPath(id, name) },
  {
    id: 'categoryName',
    label: 'Category',
  },
  { id: 'yoloCount', label: 'Yolos', number: true },
  { id: 'upvoteCount', label: 'Upvotes', number: true },
  {
    id: 'gone',
    label: 'State',
    value: ({ gone }) => (gone ? 'Off the menu' : 'On the menu'),
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
  const query = useAdminQuery('GET /itemsWithYolos', { restaurantId: id })
  const answer = query.data
  const restaurant = answer?.restaurant
  const city = restaurant?.cityLabel ?? ''
  const ofRestaurant = useDeletion('restaurant', () => navigate(adminCityPath(city)))
  return (
    <>
      <PageHeader
        up={{ to: adminCityPath(city), label: city || 'Restaurants by city' }}
        title={restaurant?.name ?? search.get('name') ?? 'Restaurant'}
        action={
          restaurant &&
          !restaurant.deleted && (
            <Row>
              <LinkButton variant="secondary" size="small" to={mergePath('restaurant', id)}>
                Merge with …
              </LinkButton>
              <Button variant="secondary" size="small" onClick={() => ofRestaurant.ask(restaurant)}>
                Delete restaurant
              </Button>
            </Row>
          )
        }
      />
      {restaurant && (
        <p className="quiet">
          {restaurant.address}
          {restaurant.closed && <strong> · Closed</strong>} ·{' '}
          <Link to={`/restaurant/${id}`}>Public page</Link>
        </p>
      )}
      {restaurant?.deleted && <DeletedBanner kind="restaurant" thing={restaurant} />}
      {answer ? (
        <SimpleTable caption="Items" columns={columns} rows={answer.items} empty="No items found" />
      ) : (
        <QueryState query={query} />
      )}
      {ofRestaurant.dialog}
    </>
  )
}
