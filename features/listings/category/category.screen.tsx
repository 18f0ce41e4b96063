import { useEffect } from 'react'
import type { ShouldRevalidateFunction } from 'react-router'
import { categoryById, categoryBySlug } from '#domain/vocabulary/categories.ts'
import { rounded } from '#features/places/rounded.ts'
import { chosenPlace, selectedDistance } from '#features/places/chosen.ts'
import { pageNotFound } from '#platform/web/not-found.ts'
import { useLoaded, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { isForcedRevalidation } from '#platform/web/forced-revalidation.ts'
import { Content } from '#platform/web/ui/page/layout.tsx'
import { CategoryHead } from './category-head.tsx'
import { listingHead } from './listing-head.ts'
import { loadListing, type Listing } from './listing-loader.ts'
import { ListingView } from './listing-view.tsx'
import { MoreCategories } from '../home/more-categories.tsx'
import { useQuestion } from './use-question.ts'

export function loader(args: LoaderArgs): Promise<Listing> {
  const [, slug = ''] = args.url.pathname.split('/')
  const category = categoryBySlug(slug)
  if (!category) throw pageNotFound()
  return loadListing(args, category, { citySlug: args.params.citySlug })
}

export const handle: Handle = { head: ({ data: listing }) => listingHead(listing as Listing) }

// The viewer's marks come by a call of their own: nothing is asked twice for the same address.
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  isForcedRevalidation() || currentUrl.href !== nextUrl.href

export function Component() {
  const listing = useLoaded<typeof loader>()
  const category = categoryById(listing.category)
  const asking = useQuestion(listing, { path: `/${category.slug}` })
  useOwnPlace(listing, asking)
  return (
    <Content>
      <CategoryHead category={category} />
      <ListingView listing={listing} asking={asking} />
      <MoreCategories listing={listing} />
    </Content>
  )
}

/** Someone who chose a city before and comes by a bare address is shown that city. */
function useOwnPlace({ question: { point } }: Listing, { ask }: ReturnType<typeof useQuestion>) {
  useEffect(() => {
    const own = chosenPlace.get()
    if (!point && own) ask({ point: rounded(own), distanceMiles: selectedDistance.get() })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per arrival without a point
  }, [point])
}
