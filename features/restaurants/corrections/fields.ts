import type { RestaurantFact } from '#features/places/import/update-place.ts'

/** Facts of a restaurant that members can correct, with the names that imports use. */
export const correctableFields = [
  'name',
  'address',
  'position',
  'phone',
  'website',
  'hours',
] as const satisfies readonly RestaurantFact[]
export type CorrectableField = (typeof correctableFields)[number]

export const fieldLabels: Record<CorrectableField, string> = {
  name: 'Name',
  address: 'Address',
  position: 'Place on the map',
  phone: 'Phone',
  website: 'Website',
  hours: 'Hours',
}

/** Shown in place of a proposed value if there shall be none. Only a website can be taken away. */
export const noValueText = 'None'

export const hoursExample = 'Mon–Fri 11am–10pm, Sat noon–11pm, Sun closed'

/** Hints on how to write a fact. */
export const fieldHints: Partial<Record<CorrectableField, string>> = {
  position: 'Tap the map below, move the pin, or type latitude and longitude: 44.978, -93.265.',
  website:
    'The restaurant’s own, like https://example.com. If you don’t know it, empty this field to take a wrong link away.',
  hours: `Like ${hoursExample}`,
}
