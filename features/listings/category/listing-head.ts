import { categoryById } from '#domain/vocabulary/categories.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import type { ListedCard } from '#features/items/contract.ts'
import { sharePicturePaths } from '#features/sharing/addresses.ts'
import type { HeadContent } from '#platform/web/head.tsx'
import { hasActiveFilters, cityNameWithoutUs } from '../question.ts'
import type { Listing } from './listing-loader.ts'

/**
 * Returns the <head> of a list's page. If the address names a place, the page's texts name only dishes near that place.
 * Only the beginning of an unfiltered list is described as the best. A page without dishes says so. Search engines are
 * told not to index it, nor a page that has only dishes for which nobody speaks, and such dishes aren't named to them.
 */
export function listingHead(listing: Listing): HeadContent {
  const { category, spot, question } = listing
  const { name, slug } = categoryById(category)
  const { point } = question
  const cards = point ? listing.nearBy : listing.top
  const isEmpty = cards.length === 0 && listing.from === 0
  const vouched = cards
    .map((card, index) => ({ card, position: index + 1 }))
    .filter(({ card }) => !card.unvouched)
  const isWhole = vouched.length > 0 && isWholeList(listing)
  const isNowhere = point !== null && !spot
  const kinds = `${pluralNoun(category)}${spot ? ` around ${cityNameWithoutUs(spot.name)}` : ''}`
  const title = spot ? `${name} in ${cityNameWithoutUs(spot.name)}` : name
  return {
    title,
    description: isWhole ? bestText(kinds, vouched) : shortText(kinds, listing, isEmpty),
    canonical: spot ? `/${slug}/${encodeURIComponent(spot.slug)}` : `/${slug}`,
    ...(cards.length > 0 && !isNowhere && { image: sharePicturePaths.category(slug, spot?.slug) }),
    ...((vouched.length === 0 || isNowhere) && { noindex: true }),
    ...(isWhole && { schema: listSchema(vouched, kinds) }),
  }
}

/** A card with its place in the list. */
type Placed = { card: ListedCard; position: number }

/**
 * True for the beginning of an unfiltered list that is of a city or of everywhere. The list of a bare point doesn't
 * count, because search engines are sent to its city's page.
 */
const isWholeList = ({ from, question, cityPage }: Listing) =>
  from === 0 && !hasActiveFilters(question) && (cityPage || !question.point)

function bestText(kinds: string, placed: Placed[]): string {
  const best = placed
    .slice(0, 3)
    .map(({ card: { itemName, restaurantName } }) => `${itemName} at ${restaurantName}`)
  return `The best ${kinds}, ranked by people who eat there: ${best.join(', ')}.`
}

function shortText(kinds: string, { question, error }: Listing, isEmpty: boolean): string {
  if (!isEmpty || error !== null) return `Favorite ${kinds}, ranked by people who eat there.`
  return hasActiveFilters(question)
    ? `No ${kinds} pass these filters.`
    : `Nobody has saved any ${kinds} yet.`
}

/**
 * Returns schema.org's ItemList of the first ten of these dishes. `kinds` names them, like 'burgers around Minneapolis,
 * MN'.
 */
const listSchema = (placed: Placed[], kinds: string) => ({
  '@type': 'ItemList',
  name: `The best ${kinds}`,
  itemListOrder: 'https://schema.org/ItemListOrderDescending',
  itemListElement: placed.slice(0, 10).map(({ card, position }) => ({
    '@type': 'ListItem',
    position,
    item: {
      '@type': 'MenuItem',
      name: card.itemName,
      offers: {
        '@type': 'Offer',
        offeredBy: { '@type': 'Restaurant', name: card.restaurantName, address: card.cityName },
      },
    },
  })),
})
