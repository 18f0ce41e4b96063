import type { City, Story } from '../model.ts'
import { adaptive, bought, drip, networks, puppets, reports, ring, together } from './attacks.ts'
import { opening, schoolClass, table, village } from './crowds.ts'

export const scenarios: Record<string, (city: City) => Story> = {
  puppets,
  networks,
  drip,
  ring,
  reports,
  bought,
  adaptive,
  together,
  village,
  opening,
  class: schoolClass,
  table,
}
export const names = Object.keys(scenarios)
