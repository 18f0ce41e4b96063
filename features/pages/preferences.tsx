import { Monitor, Moon, Sun } from 'lucide-react'
import { chosenUnit, useDistanceUnit } from '#platform/web/distance-unit.ts'
import { chooseTheme, useTheme } from '#platform/web/theme.ts'
import { RadioGroup } from '#platform/web/ui/form/radio-group.tsx'

const themes = [
  { value: 'system', label: <Monitor />, spoken: 'Like the system' },
  { value: 'light', label: <Sun />, spoken: 'Light' },
  { value: 'dark', label: <Moon />, spoken: 'Dark' },
] as const
const units = [
  { value: 'mi', label: 'mi', spoken: 'Miles' },
  { value: 'km', label: 'km', spoken: 'Kilometers' },
] as const

export const ThemeSwitch = () => (
  <RadioGroup
    legend="Colors"
    legendHidden
    size="small"
    options={themes}
    value={useTheme()}
    onChange={chooseTheme}
  />
)

/** Switches between miles and kilometers, for visitors too. */
export const UnitSwitch = () => (
  <RadioGroup
    legend="Distances"
    legendHidden
    size="small"
    options={units}
    value={useDistanceUnit()}
    onChange={chosenUnit.set}
  />
)
