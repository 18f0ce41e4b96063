import { NearMeButton } from '#features/places/near-me.tsx'
import type { DistanceOption } from '#domain/position/distances.ts'
import type { ChosenCity } from '#features/places/chosen.ts'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { CityField } from '#features/places/city-field.tsx'
import { distanceOptions } from '#domain/position/distances.ts'
import { distanceInWords, roundedInUnit } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'

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
}

/** Fields for the city and the distance. */
export function CityAndDistanceFields({ city, distance, onPlace, onDistance, ...field }: Props) {
  const unit = useDistanceUnit()
  // The values are miles, even if they are shown in km.
  const options = distanceOptions.map((miles) => ({
    value: miles,
    label: roundedInUnit(miles, unit),
    spoken: distanceInWords(miles, unit),
  }))
  return (
    <Stack>
      <Stack gap={2}>
        <CityField city={city} onPlace={onPlace} {...field} />
        <NearMeButton chosen={city} onPlace={onPlace} />
      </Stack>
      <RadioGroup
        legend={`Distance - ${unit}`}
        name={field.named ? 'distanceMiles' : undefined}
        options={options}
        value={distance}
        onChange={onDistance}
      />
    </Stack>
  )
}
