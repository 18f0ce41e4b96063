import type { ByRoute } from '#platform/contract/wire.ts'
import type { World } from './access-world.ts'

export const roles = [
  'visitor',
  'unverified',
  'member',
  'owner',
  'other',
  '20',
  '514',
  '6',
] as const
export type Role = (typeof roles)[number]

/** How one call is tried in the access matrix. */
export type Sample = {
  /** The least that the call takes, made afresh for every cell; `owner` is the one whose things these are. */
  input(world: World): object | Promise<object>
  /** Where it isn't what `access` says: 200, 401 for a visitor, 403 for a role that isn't meant. */
  status?: Partial<Record<Role | 'all', number>>
}

/** One sample per call of a feature, in its access.testing.ts. */
export type Samples<Calls> = Record<keyof ByRoute<Calls[keyof Calls]>, Sample>

export const noInput: Sample = { input: () => ({}) }
