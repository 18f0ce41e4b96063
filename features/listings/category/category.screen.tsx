import { useEffect } from 'react'
import {
  categoryById,
  categoryBySlug,
  drinkCategories,
  foodCategories,
} from '#domain/vocabulary/categories.ts'
import { roundPoint } from '#domain/position/miles.ts'
import { chosenCity, selectedDistance } from '#features/places/chosen.ts'
import { pageNotFound } from '#platform/web/navigation/not-found.ts'
import { useScreenData, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import { JumpToTop } from '#platform/web/ui/page/jump-to-top.tsx'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { PageHeader } from '#platform/web/ui/page/page-header.tsx'
import { cityNameWithoutRegion, listingQueryString, emptyFilters } from '../question.ts'
import { listingHead } from './listing-head.ts'
import { loadListing, type Listing } from './listing-loader.ts'
import styles from './listing-view.module.css'
import { ListingView } from './listing-view.tsx'
import { useListingQuery } from './use-question.ts'

export function loader(args: LoaderArgs): Promise<Listing> {
  const [, slug = ''] = args.url.pathname.split('/')
  const category = categoryBySlug(slug)
  if (!category) throw pageNotFound()
  return loadListing(args, category, args.params.citySlug)
}

export const handle: Handle = { head: ({ data: listing }) => listingHead(listing as Listing) }

export function Component() {
  const listing = useScreenData<typeof loader>()
  const category = categoryById(listing.category)
  const controls = useListingQuery(listing, { path: `/${category.slug}` })
  useOwnPlace(listing, controls)
  return (
    <Content>
      <div className={styles.head}>
        <PageHeader title={category.name} up={groups[category.group]} />
      </div>
      <ListingView listing={listing} controls={controls} />
      <MoreCategories listing={listing} />
      <JumpToTop />
    </Content>
  )
}

const groups = {
  food: { to: '/eat', label: 'Eat' },
  drinks: { to: '/drinks', label: 'Drinks' },
}

/** Links to the other categories of the same group, in the same place. */
function MoreCategories({ listing }: { listing: Listing }) {
  const { category, question, spot, cityPage } = listing
  const isDrink = categoryById(category).group === 'drinks'
  const others = (isDrink ? drinkCategories : foodCategories).filter(({ id }) => id !== category)
  const search = listingQueryString({ ...question, ...emptyFilters })
  return (
    <nav className={styles.more} aria-labelledby="more">
      <h2 id="more">{spot ? `More in ${cityNameWithoutRegion(spot.name)}` : 'More to find'}</h2>
      <Chips>
        {others.map(({ id, slug, label }) => (
          <ChipLink key={id} to={cityPage && spot ? `/${slug}/${spot.slug}` : `/${slug}${search}`}>
            {label}
          </ChipLink>
        ))}
      </Chips>
    </nav>
  )
}

/** If the address has no point, shows the city that the visitor chose before. */
function useOwnPlace(
  { question: { point } }: Listing,
  { changeQuestion }: ReturnType<typeof useListingQuery>,
) {
  useEffect(() => {
    const own = chosenCity.get()
    if (!point && own)
      changeQuestion({ point: roundPoint(own), distanceMiles: selectedDistance.get() })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per arrival without a point
  }, [point])
}
