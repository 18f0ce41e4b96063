import type { City, Story } from '../model.ts'
import {
  adaptive,
  bought,
  drip,
  networks,
  oneMore,
  oneMoreTakenBack,
  oneMoreVerified,
  puppets,
  reports,
  reportsOneMore,
  ring,
  together,
} from './attacks.ts'
import { frame, frameOneMore } from './frame.ts'
import { opening, schoolClass, table, viral, village } from './crowds.ts'

export const scenarios: Record<string, (city: City) => Story> = {
  puppets,
  networks,
  drip,
  ring,
  reports,
  bought,
  adaptive,
  'one more': oneMore,
  'one more verified': oneMoreVerified,
  'one more withdrawn': oneMoreTakenBack,
  'reports one more': reportsOneMore,
  together,
  village,
  opening,
  class: schoolClass,
  table,
  viral,
  frame,
  'frame one more': frameOneMore,
}
export const names = Object.keys(scenarios)
