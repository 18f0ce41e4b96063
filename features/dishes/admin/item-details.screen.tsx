import { useNavigate, useParams, useSearchParams } from 'react-router'
import { categories } from '#domain/vocabulary/categories.ts'
import type { Output } from '#platform/contract/wire.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { Row } from '#platform/web/ui/page/layout.tsx'
import { AdminPage, StatList } from '#features/admin/frame.tsx'
import { mergePath, adminMemberPath, adminRestaurantPath } from '#features/admin/paths.ts'
import {
  dayColumn,
  QueryState,
  SimpleTable,
  useAdminQuery,
  type Column,
} from '#features/admin/table.tsx'
import { DeletedBanner, useDeletion } from '#features/restaurants/deletion/use-deletion.tsx'

export const handle: Handle = { title: 'Item', browserOnly: true }

type Yolo = Output<'GET /getItemInfo'>['yolos'][number]

const columns: Column<Yolo>[] = [
  { id: 'userName', label: 'Username', to: ({ userId }) => adminMemberPath({ id: userId }) },
  { id: 'email', label: 'E-mail' },
  { id: 'description', label: 'Description' },
  dayColumn('createdAt', 'Saved', ({ createdAt }) => createdAt),
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
  const query = useAdminQuery('GET /getItemInfo', { itemId: id })
  const item = query.data
  const back = item ? adminRestaurantPath(item.restaurantId, item.restaurantName) : '/restaurent'
  const deletion = useDeletion('item', () => navigate(back))
  return (
    <>
      <PageHeader
        up={{ to: back, label: item?.restaurantName ?? 'Restaurants by city' }}
        title={item?.name ?? search.get('name') ?? 'Item'}
        action={
          item &&
          !item.deleted && (
            <Row>
              <LinkButton variant="secondary" size="small" to={mergePath('item', id)}>
                Merge with …
              </LinkButton>
              <Button variant="secondary" size="small" onClick={() => deletion.ask(item)}>
                Delete item
              </Button>
            </Row>
          )
        }
      />
      {item && (
        <>
          <p className="quiet">
            {categories.find(({ id }) => id === item.categoryId)?.name} (category {item.categoryId})
            at {item.restaurantName}
            {item.gone && <strong> · Off the menu</strong>} ·{' '}
            <Link to={`/dish/${id}`}>Public page</Link>
          </p>
          {item.deleted && <DeletedBanner kind="item" thing={item} />}
          <StatList
            figures={[
              ['Upvotes', item.upvoteCount],
              ['Yolos', item.yolos.length],
            ]}
          />
        </>
      )}
      {item ? (
        <SimpleTable caption="Yolos" columns={columns} rows={item.yolos} empty="No yolos." />
      ) : (
        <QueryState query={query} />
      )}
      {deletion.dialog}
    </>
  )
}
