import type { Fact } from '#features/places/import/update-place.ts'

/** What of a restaurant members can correct, as imports name it. */
export const correctable = [
  'name',
  'address',
  'position',
  'phone',
  'hours',
] as const satisfies readonly Fact[]
export type Correctable = (typeof correctable)[number]
