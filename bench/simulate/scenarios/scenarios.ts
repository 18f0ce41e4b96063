import type { City, Story } from '../model.ts'
import { adaptive, bought, drip, networks, puppets, reports, ring, together } from './attacks.ts'
import { frame } from './frame.ts'
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
  frame,
}
export const names = Object.keys(scenarios)
