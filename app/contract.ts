import * as abuse from '#features/abuse/contract.ts'
import * as accounts from '#features/accounts/contract.ts'
import * as credentials from '#features/accounts/credentials.contract.ts'
import * as leaving from '#features/accounts/leaving.contract.ts'
import * as profile from '#features/accounts/profile.contract.ts'
import * as avatars from '#features/avatars/contract.ts'
import * as contests from '#features/contests/contract.ts'
import * as follows from '#features/follows/contract.ts'
import * as adjustments from '#features/items/adjust.contract.ts'
import * as items from '#features/items/contract.ts'
import * as itemMerging from '#features/items/merge.contract.ts'
import * as similar from '#features/items/similar.contract.ts'
import * as listings from '#features/listings/contract.ts'
import * as members from '#features/members/contract.ts'
import * as notifications from '#features/notifications/contract.ts'
import * as ownData from '#features/own-data/contract.ts'
import * as documentation from '#features/pages/api-docs.server.ts'
import * as places from '#features/places/contract.ts'
import * as photos from '#features/photos/contract.ts'
import * as restaurantMerging from '#features/restaurants/merge.contract.ts'
import * as restaurants from '#features/restaurants/contract.ts'
import * as yoloEdits from '#features/yolos/edit.contract.ts'
import * as yolos from '#features/yolos/contract.ts'
import type { AnyCall } from '#platform/contract/call.ts'
import * as health from '#platform/server/health.ts'

const features = [
  accounts,
  credentials,
  profile,
  leaving,
  listings,
  items,
  adjustments,
  similar,
  itemMerging,
  restaurants,
  restaurantMerging,
  places,
  yolos,
  yoloEdits,
  photos,
  follows,
  notifications,
  members,
  avatars,
  contests,
  ownData,
  abuse,
  health,
  documentation,
]

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'route' in value && 'access' in value

/** Every call of the wire. */
export const calls: AnyCall[] = features.flatMap((feature) => Object.values(feature).filter(isCall))
