import { distanceOptions } from '#domain/position/distances.ts'
import { distanceInWords, roundedInUnit } from '#platform/text/distance.ts'
import { useDistanceUnit } from '#platform/web/distance-unit.ts'

/** Returns the legend and the options of the distance field. Their values are miles, even if they are shown in km. */
export function useDistanceField() {
  const unit = useDistanceUnit()
  return {
    legend: `Distance - ${unit}`,
    options: distanceOptions.map((value) => ({
      value,
      label: roundedInUnit(value, unit),
      spoken: distanceInWords(value, unit),
    })),
  }
}
