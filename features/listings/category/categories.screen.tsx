import { categories, categoryById, homeTiles } from '#domain/vocabulary/categories.ts'
import { roundPoint } from '#domain/position/miles.ts'
import { pageNotFound } from '#platform/web/navigation/not-found.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { chosenCity, selectedDistance } from '#features/places/chosen.ts'
import { useStored } from '#platform/web/storage/stored.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { loadListing, type Listing } from './listing-loader.ts'
import { ListingView } from './listing-view.tsx'
import { listingQueryString, emptyFilters } from '../question.ts'
import { useListingQuery } from './use-question.ts'

export const handle: Handle = {
  title: 'Categories',
  description: 'Every kind of food with its ranked lists, near you and everywhere.',
}

/** Returns null until a category is chosen, so that nothing is listed. */
export function loader(args: LoaderArgs): Promise<Listing> | null {
  const chosen = args.url.searchParams.get('category')
  if (!chosen) return null
  // The site's own links have the slug, the calls the id.
  const category = categories.find(({ id, slug }) => slug === chosen || `${id}` === chosen)
  if (!category) throw pageNotFound()
  return loadListing(args, category)
}

export function Component() {
  const listing = useScreenData<typeof loader>()
  const place = useStored(chosenCity)
  const distance = useStored(selectedDistance)
  const question = listing
    ? { ...listing.question, tags: [] }
    : { ...emptyFilters, point: place && roundPoint(place), distanceMiles: distance }
  const search = listingQueryString(question).replace('?', '&')
  return (
    <Content>
      <Stack gap={5}>
        <h1>Categories</h1>
        <nav aria-label="Categories">
          <Chips pictured={!listing}>
            {homeTiles.map(({ id, slug, label }) => (
              <ChipLink
                key={id}
                to={`/categories?category=${slug}${search}${listing?.map ? '&view=map' : ''}`}
                current={listing?.category === id}
                preventScrollReset
                viewTransition={false}
              >
                {!listing && <CategoryArt category={id} />}
                {label}
              </ChipLink>
            ))}
          </Chips>
        </nav>
        {listing ? (
          <Chosen listing={listing} />
        ) : (
          <>
            <p>Choose one to see its lists.</p>
            <LinkButton variant="secondary" wide to="/drinks">
              Drinks
            </LinkButton>
          </>
        )}
      </Stack>
    </Content>
  )
}

function Chosen({ listing }: { listing: Listing }) {
  const { name, slug } = categoryById(listing.category)
  const controls = useListingQuery(listing, { path: '/categories', extra: `category=${slug}` })
  return (
    <section aria-label={name}>
      <ListingView listing={listing} controls={controls} />
    </section>
  )
}
