/** OpenStreetMap's kinds of places to eat or drink, or to buy food or drinks. */
const amenities =
  /^(?:restaurant|cafe|fast_food|bar|pub|biergarten|food_court|ice_cream|canteen|juice_bar)$/
const shops =
  /^(?:bakery|pastry|confectionery|chocolate|coffee|tea|deli|ice_cream|cheese|wine|food|farm|brewery)$/
const crafts = /^(?:brewery|winery|distillery|bakery|confectionery|caterer|cider)$/

/** Overture's categories of places to eat or drink, or to buy food or drinks, matched by their last words. */
const categories =
  /(?:^|_)(?:restaurant|cafe|cafeteria|diner|steakhouse|bistro|brasserie|trattoria|pizzeria|bar|pub|gastropub|brewery|winery|distillery|beer_garden|food_truck|food_stand|food_court|street_vendor|coffee_shop|coffee_roastery|tea_room|bubble_tea|bakery|patisserie|cake_shop|cupcake_shop|donuts|desserts|dessert_shop|ice_cream_shop|frozen_yoghurt_shop|gelato|candy_store|chocolatier|bagel_shop|sandwich_shop|delicatessen|smoothie_juice_bar|salad_bar|buffet|canteen|pizza_delivery_service|food_delivery_service|eat_and_drink|food|creperie|taproom|izakaya|tapas_bar|soul_food|lounge|doner_kebab|poke|food_and_drink)$/
const otherCategories =
  /^(?:airport_lounge|.*(?:nail|oxygen|brow|tanning|hookah|lash|blow_dry)_bar|pet_food)$/

export const isEatingCategory = (category: string) =>
  categories.test(category) && !otherCategories.test(category)

/**
 * Returns which kinds of place Overture's categories name, without the ending 'restaurant': 'burger_restaurant' gives
 * 'burger'. Categories that aren't about food or drinks are left out.
 */
export const kindsInCategories = (all: (string | null)[]): string[] =>
  all
    .filter((category) => category !== null && isEatingCategory(category))
    .map((category) => category!.replace(/(?:^|_)restaurant$/, ''))

const kindKeys = [
  ['amenity', amenities],
  ['shop', shops],
  ['craft', crafts],
] as const

/** Returns which kinds of place OpenStreetMap's tags name, without 'restaurant', which says nothing. */
export function osmKinds(tag: (key: string) => unknown): string[] {
  return kindKeys.flatMap(([key, pattern]) => {
    const value = tag(key)
    const kinds = typeof value === 'string' ? value.split(';').map((kind) => kind.trim()) : []
    return kinds.filter((kind) => pattern.test(kind) && kind !== 'restaurant')
  })
}

/** Prefixes of OpenStreetMap's keys for something that no longer exists: 'disused:amenity=restaurant'. */
const formerly = ['disused', 'was', 'abandoned', 'closed', 'demolished', 'razed', 'removed']

/** Returns whether tags describe a former place to eat or drink. `tag` returns the value of a key. */
export const wasOsmEatery = (tag: (key: string) => unknown): boolean =>
  formerly.some((before) => isOsmEatery((key) => tag(`${before}:${key}`)))

/** Returns whether tags say that this is a place to eat or drink, which most things on a map aren't. */
export function isOsmEatery(tag: (key: string) => unknown): boolean {
  const any = (pattern: RegExp, key: string) => {
    const value = tag(key)
    return typeof value === 'string' && value.split(';').some((kind) => pattern.test(kind.trim()))
  }
  return (
    any(amenities, 'amenity') ||
    any(shops, 'shop') ||
    any(crafts, 'craft') ||
    (typeof tag('cuisine') === 'string' && tag('cuisine') !== '' && !tag('amenity')) ||
    any(/^(?:yes|bar|restaurant)$/, 'microbrewery')
  )
}
