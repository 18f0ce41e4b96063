import { NearMeButton } from '#features/places/near-me.tsx'
import type { DistanceOption } from '#domain/position/distances.ts'
import type { ChosenCity } from '#features/places/chosen.ts'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { CityField } from '#features/places/city-field.tsx'
import { useDistanceField } from './distance-field.ts'

type Props = {
  /** Name of the chosen city, or an empty string. */
  city: string
  distance: DistanceOption
  onPlace: (place: ChosenCity) => void
  onDistance: (distance: DistanceOption) => void
  onClear?: () => void
  /** True in a sheet: suggestions push down what is below instead of covering it. */
  inline?: boolean
  /** True if the fields are in a form that works without scripts, for which they need names. */
  named?: boolean
  /** The city name in the address, if no city has that name. */
  unknown?: string | null
  /** Called with the text that is typed, and with an empty one once a city is chosen. */
  onTyped?: (text: string) => void
  /** What is wrong with the city that was typed. */
  problem?: string | null
}

/** Fields for the city and the distance. */
export function CityAndDistanceFields({ city, distance, onPlace, onDistance, ...field }: Props) {
  const distanceField = useDistanceField()
  const name = field.named ? 'distanceMiles' : undefined
  return (
    <Stack gap={4}>
      <CityOrNearMeField city={city} onPlace={onPlace} {...field} />
      <RadioGroup {...distanceField} name={name} value={distance} onChange={onDistance} />
    </Stack>
  )
}

type CityProps = Omit<Props, 'city' | 'distance' | 'onDistance'> & { city?: string }

export const CityOrNearMeField = ({ city = '', onPlace, ...field }: CityProps) => (
  <Stack gap={1}>
    <CityField city={city} onPlace={onPlace} {...field} />
    <NearMeButton chosen={city} onPlace={onPlace} />
  </Stack>
)
