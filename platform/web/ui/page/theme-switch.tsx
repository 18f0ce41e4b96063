import { Monitor, Moon, Sun } from 'lucide-react'
import { RadioGroup } from '../form/radio-group.tsx'
import { setTheme, useTheme } from './theme.ts'

const options = [
  { value: 'system', label: <Monitor />, spoken: 'Like the system' },
  { value: 'light', label: <Sun />, spoken: 'Light' },
  { value: 'dark', label: <Moon />, spoken: 'Dark' },
] as const

export function ThemeSwitch() {
  return (
    <RadioGroup
      legend="Colors"
      legendHidden
      size="small"
      options={options}
      value={useTheme()}
      onChange={setTheme}
    />
  )
}
