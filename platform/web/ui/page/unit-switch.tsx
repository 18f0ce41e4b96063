import { chosenUnit, useDistanceUnit } from '../../distance-unit.ts'
import { RadioGroup } from '../form/radio-group.tsx'

const options = [
  { value: 'mi', label: 'mi', spoken: 'Miles' },
  { value: 'km', label: 'km', spoken: 'Kilometers' },
] as const

/**
 * Switches between miles and kilometers, for visitors too. Members find the same choice in their settings, where they
 * can also go back to the automatic unit.
 */
export const UnitSwitch = () => (
  <RadioGroup
    legend="Distances"
    legendHidden
    size="small"
    options={options}
    value={useDistanceUnit()}
    onChange={chosenUnit.set}
  />
)
