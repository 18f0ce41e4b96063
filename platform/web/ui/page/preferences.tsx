import { Monitor, Moon, Sun } from 'lucide-react'
import { chosenUnit, useDistanceUnit } from '../../distance-unit.ts'
import { storedValue, useStored } from '../../storage/stored.ts'
import { RadioGroup } from '../form/radio-group.tsx'

type Theme = 'system' | 'light' | 'dark'

/** The chosen theme, which public/theme.js reads before the first paint. */
const chosenTheme = storedValue<Theme>('theme', 'system', (json) =>
  json === 'light' || json === 'dark' ? json : undefined,
)

export const useTheme = (): Theme => useStored(chosenTheme)

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
    onChange={(theme: Theme) => {
      chosenTheme.set(theme)
      document.documentElement.dataset.theme = theme
    }}
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
