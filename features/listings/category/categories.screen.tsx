import { type ShouldRevalidateFunction, useSearchParams } from 'react-router'
import { categoryBySlug, homeTiles } from '#domain/vocabulary/categories.ts'
import { rounded } from '#features/places/rounded.ts'
import { useLoaded, type Handle, type LoaderArgs } from '#platform/web/screen.tsx'
import { chosenPlace, selectedDistance, useStored } from '#platform/web/session.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { ChipLink, Chips } from '#platform/web/ui/list/chip.tsx'
import { isAskedAgain } from '#platform/web/try-again.tsx'
import { Content, Stack } from '#platform/web/ui/page/layout.tsx'
import { loadListing, type Listing } from './listing-loader.ts'
import { ListingView } from './listing-view.tsx'
import { searchOf } from '../question.ts'
import { useQuestion } from './use-question.ts'

export const handle: Handle = {
  title: 'Categories',
  description: 'Every kind of food with its ranked lists, near you and everywhere.',
}

/** Nothing is listed before a pill is chosen. */
export function loader(args: LoaderArgs): Promise<Listing> | null {
  const category = categoryBySlug(args.url.searchParams.get('category') ?? '')
  return category ? loadListing(args, category) : null
}

export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  isAskedAgain() || currentUrl.href !== nextUrl.href

export function Component() {
  const listing = useLoaded<typeof loader>()
  const [named] = useSearchParams()
  const place = useStored(chosenPlace)
  const distance = useStored(selectedDistance)
  const question = listing
    ? { ...listing.question, tags: [] }
    : { point: place && rounded(place), distanceMiles: distance, tags: [] }
  const search = searchOf(question).replace('?', '&')
  return (
    <Content>
      <Stack gap={5}>
        <h1>Categories</h1>
        <nav aria-label="Categories">
          <Chips pictured={!listing}>
            {homeTiles.map(({ id, slug, label }) => (
              <ChipLink
                key={id}
                to={`/categories?category=${slug}${search}`}
                current={listing?.category === id}
                icon={listing ? undefined : <CategoryArt category={id} />}
                preventScrollReset
                viewTransition={false}
              >
                {label}
              </ChipLink>
            ))}
          </Chips>
        </nav>
        {listing ? (
          <Chosen key={listing.category} listing={listing} />
        ) : (
          <>
            {named.has('category') && <Banner tone="bad">Failed to load</Banner>}
            <p>Choose one to see its lists.</p>
          </>
        )}
      </Stack>
    </Content>
  )
}

function Chosen({ listing }: { listing: Listing }) {
  const category = homeTiles.find(({ id }) => id === listing.category)
  const asking = useQuestion(listing, {
    path: '/categories',
    extra: `category=${category?.slug ?? ''}`,
  })
  return (
    <section aria-label={category?.name}>
      <ListingView listing={listing} asking={asking} />
    </section>
  )
}
