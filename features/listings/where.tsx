import { NearMeButton } from '#features/places/near-me.tsx'
import type { DistanceOption } from '#domain/position/distances.ts'
import type { ChosenCity } from '#features/places/chosen.ts'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'
import { Stack } from '#platform/web/ui/page/layout.tsx'
import { CityField } from '#features/places/city-field.tsx'
import { distanceOptions } from '#domain/position/distances.ts'
import { distanceInWords, roundedInUnit } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'

type CityProps = {
  /** Name of the chosen city, or an empty string. */
  city: string
  onPlace: (place: ChosenCity) => void
  onClear?: () => void
  /** True in a sheet: suggestions push down what is below instead of covering it. */
  inline?: boolean
  /** The city name in the address, if no city has that name. */
  unknown?: string | null
}

/** A field for the city, and a button for the place where the device is. */
export const CityFields = ({ city, onPlace, ...field }: CityProps) => (
  <Stack gap={2}>
    <CityField named city={city} onPlace={onPlace} {...field} />
    <NearMeButton chosen={city} onPlace={onPlace} />
  </Stack>
)

type DistanceProps = { distance: DistanceOption; onChange: (distance: DistanceOption) => void }

export function DistanceField({ distance, onChange }: DistanceProps) {
  const unit = useDistanceUnit()
  // The values are miles, even if they are shown in km.
  const options = distanceOptions.map((miles) => ({
    value: miles,
    label: roundedInUnit(miles, unit),
    spoken: distanceInWords(miles, unit),
  }))
  return (
    <RadioGroup
      legend={`Distance - ${unit}`}
      name="distanceMiles"
      options={options}
      value={distance}
      onChange={onChange}
    />
  )
}
