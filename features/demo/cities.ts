import type { DemoCity } from './demo-city.ts'
import { losAngeles } from './los-angeles.data.ts'
import { minneapolis } from './minneapolis.data.ts'
import { newYork } from './new-york.data.ts'

export const cities: readonly DemoCity[] = [minneapolis, losAngeles, newYork]
