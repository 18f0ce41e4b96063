import { nameOf, phone, position, type SourcePlace, text, website, BadRow } from './source-place.ts'

/** Overture's kinds of place where one eats or drinks, by their last words. */
const eaten =
  /(?:^|_)(?:restaurant|cafe|cafeteria|diner|steakhouse|bistro|brasserie|trattoria|pizzeria|bar|pub|gastropub|brewery|winery|distillery|beer_garden|food_truck|food_stand|food_court|street_vendor|coffee_shop|coffee_roastery|tea_room|bubble_tea|bakery|patisserie|cake_shop|cupcake_shop|donuts|desserts|dessert_shop|ice_cream_shop|frozen_yoghurt_shop|gelato|candy_store|chocolatier|bagel_shop|sandwich_shop|delicatessen|smoothie_juice_bar|salad_bar|buffet|canteen|pizza_delivery_service|food_delivery_service|eat_and_drink|food|creperie|taproom|izakaya|tapas_bar|soul_food|lounge|doner_kebab|poke|food_and_drink)$/
const elsewhere =
  /^(?:airport_lounge|.*(?:nail|oxygen|brow|tanning|hookah|lash|blow_dry)_bar|pet_food)$/

/** One row of Overture's Places; nested values may come as JSON in a text. Null: nobody eats there. */
export function overturePlace(
  row: Record<string, unknown>,
  at: { latitude: unknown; longitude: unknown },
  outer: Record<string, unknown>,
): SourcePlace | null {
  const kind = text(record(row['categories'])['primary'] ?? row['basic_category']) ?? ''
  const above = list(record(row['taxonomy'])['hierarchy'])
  const eatery = (eaten.test(kind) && !elsewhere.test(kind)) || above.includes('food_and_drink')
  if (!eatery || row['operating_status'] === 'permanently_closed') return null
  const id = text(row['id'] ?? outer['id'], 100)
  if (!id) throw new BadRow('has no id')
  const address = record(list(row['addresses'])[0])
  return {
    placeId: `overture:${id}`,
    name: nameOf(record(row['names'])['primary']),
    address: {
      street: text(address['freeform']) ?? undefined,
      city: text(address['locality'], 100) ?? undefined,
      state: text(address['region'], 40) ?? undefined,
      postcode: text(address['postcode'], 20) ?? undefined,
      country: /^[a-z]{2}$/i.exec(String(address['country']))?.[0],
    },
    ...position(at.latitude, at.longitude),
    website: website(...list(row['websites'])),
    phone: phone(...list(row['phones'])),
    openingHours: null,
    cuisine: kind === '' ? null : kind,
    source: 'Overture Maps',
    licence: 'CDLA-Permissive-2.0',
  }
}

/** Tells Overture's rows from OpenStreetMap's. */
export const isOverture = (row: Record<string, unknown>) =>
  'names' in row && ('categories' in row || 'taxonomy' in row || 'basic_category' in row)

export function record(value: unknown): Record<string, unknown> {
  const whole = opened(value)
  return typeof whole === 'object' && whole !== null && !Array.isArray(whole)
    ? (whole as Record<string, unknown>)
    : {}
}

function list(value: unknown): unknown[] {
  const whole = opened(value)
  return Array.isArray(whole) ? whole : []
}

function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
