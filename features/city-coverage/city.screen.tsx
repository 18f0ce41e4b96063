import { defaultDistance } from '#domain/position/distances.ts'
import { isViewerAdmin } from '#features/admin/frame/admin-is-here.ts'
import { AdminPage } from '#features/admin/frame/admin-page.tsx'
import { StatList } from '#features/admin/frame/figures.tsx'
import { adminCityPath } from '#features/admin/links/listed.ts'
import type { Column } from '#features/admin/table/column.ts'
import { SimpleTable } from '#features/admin/table/simple-table.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { distanceInWords } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Row, Stack } from '#platform/web/ui/page/layout.tsx'
import { InvitationsOfCity } from '#features/launch/invitations/of-city.tsx'
import css from './coverage.module.css'
import { CityMap } from './city-map.tsx'

export const handle: Handle = { title: 'City', browserOnly: true }

type Coverage = Output<'GET /admin/cities/:slug'>
type Category = Coverage['categories'][number] & { citySlug: string }

export const loader = ({ api, params }: LoaderArgs) =>
  isViewerAdmin() ? api('GET /admin/cities/:slug', { slug: params.slug! }) : null

const columns: Column<Category>[] = [
  { id: 'name', label: 'Category', to: ({ slug, citySlug }) => `/${slug}/${citySlug}` },
  { id: 'dishes', label: 'Dishes', number: true },
  { id: 'restaurants', label: 'Restaurants', number: true },
  { id: 'members', label: 'Members', number: true },
  { id: 'visitors', label: 'Found none', number: true },
]

export function Component() {
  const coverage = useScreenData<typeof loader>()
  return <AdminPage>{coverage && <City coverage={coverage} />}</AdminPage>
}

function City({ coverage }: { coverage: Coverage }) {
  const { city, categories, places } = coverage
  const unit = useDistanceUnit()
  const around = `Within ${distanceInWords(defaultDistance, unit)}`
  return (
    <>
      <Link to="/admin/cities" className={css.up}>
        ‹ Cities
      </Link>
      <Row spread>
        <h1 className={css.title}>{city.name}</h1>
        <LinkButton variant="secondary" size="small" to={adminCityPath(city.name)}>
          Restaurants and table sheets
        </LinkButton>
      </Row>
      <section aria-labelledby="coverage">
        <Stack gap={4}>
          <h2 id="coverage">{around}</h2>
          <StatList
            figures={[
              ['Restaurants', coverage.restaurants],
              ['With dishes', coverage.restaurantsWithDishes],
              ['Dishes', coverage.dishes],
              ['Members', coverage.members],
              ['People in the city', city.population],
            ]}
          />
          <div className={css.city}>
            <SimpleTable
              caption={`${around} of ${city.name}, by category`}
              columns={columns}
              rows={categories.map((category) => ({ ...category, citySlug: city.slug }))}
            />
            <CityMap name={city.name} point={city} miles={defaultDistance} places={places} />
          </div>
        </Stack>
      </section>
      <InvitationsOfCity city={city} />
    </>
  )
}
