import { categoryById } from '#domain/vocabulary/categories.ts'
import { pluralNoun } from '#domain/vocabulary/category-nouns.ts'
import type { ShownCard } from '#features/items/contract.ts'
import { previewImage } from '#features/sharing/preview-image.ts'
import type { HeadContent } from '#platform/web/head.tsx'
import { hasActiveFilters, cityNameWithoutUs } from '../question.ts'
import type { Listing } from './listing-loader.ts'

/**
 * Returns the <head> of a list's page. If the address names a place, the page's texts name only dishes near that place.
 * Only the beginning of an unfiltered list is described as the best. A page without dishes says so. Search engines are
 * told not to index it.
 */
export function listingHead(listing: Listing): HeadContent {
  const { category, spot, question } = listing
  const { name, slug } = categoryById(category)
  const { point } = question
  const cards = point ? listing.nearBy : listing.top
  const isWhole = cards.length > 0 && isWholeList(listing)
  const isNowhere = point !== null && !spot
  const kinds = `${pluralNoun(category)}${spot ? ` around ${cityNameWithoutUs(spot.name)}` : ''}`
  const title = spot ? `${name} in ${cityNameWithoutUs(spot.name)}` : name
  return {
    title,
    description: textOf(listing, cards, kinds, isWhole),
    canonical: spot ? `/${slug}/${encodeURIComponent(spot.slug)}` : `/${slug}`,
    ...previewImage(cards),
    ...((cards.length === 0 || isNowhere) && { noindex: true }),
    ...(isWhole && { schema: listSchema(cards, kinds) }),
  }
}

/**
 * True for the beginning of an unfiltered list that is of a city or of everywhere. The list of a bare point doesn't
 * count, because search engines are sent to its city's page.
 */
const isWholeList = ({ from, question, cityPage }: Listing) =>
  from === 0 && !hasActiveFilters(question) && (cityPage || !question.point)

function textOf(
  { question, from, error }: Listing,
  cards: ShownCard[],
  kinds: string,
  isWhole: boolean,
) {
  const best = cards.slice(0, 3).map((card) => `${card.itemName} at ${card.restaurantName}`)
  if (isWhole) return `The best ${kinds}, ranked by people who eat there: ${best.join(', ')}.`
  if (cards.length > 0 || from > 0 || error !== null)
    return `Favorite ${kinds}, ranked by people who eat there.`
  return hasActiveFilters(question)
    ? `No ${kinds} pass these filters.`
    : `Nobody has saved any ${kinds} yet.`
}

/**
 * Returns schema.org's ItemList of the first ten of these dishes. `kinds` names them, like 'burgers around Minneapolis,
 * MN'.
 */
const listSchema = (cards: ShownCard[], kinds: string) => ({
  '@type': 'ItemList',
  name: `The best ${kinds}`,
  itemListOrder: 'https://schema.org/ItemListOrderDescending',
  itemListElement: cards.slice(0, 10).map((card, index) => ({
    '@type': 'ListItem',
    position: index + 1,
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
