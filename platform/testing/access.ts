import type { ExportedCallsByRoute } from '#platform/contract/wire.ts'
import type { World } from './access-world.ts'
import { allVariants } from './all-variants.ts'

const everyRole = [
  'visitor',
  'unverified',
  'member',
  'owner',
  '514',
  'suspended',
  'other',
  '20',
  '6',
] as const
export type Role = (typeof everyRole)[number]

/** The last three differ from the others in few calls. */
export const roles: readonly Role[] = allVariants ? everyRole : everyRole.slice(0, 6)

/** How the access matrix tests one call. */
export type Sample = {
  /**
   * Returns the smallest valid input, created again for every cell of the matrix. It is about things of `world.owner`.
   */
  input(world: World): object | Promise<object>
  /**
   * Expected statuses that differ from what the call's `access` says: 200, 401 for a visitor, and 403 for a role
   * without access.
   */
  status?: Partial<Record<Role | 'all', number>>
}

/** One sample for each call of a feature. The feature's access.testing.ts exports them. */
export type Samples<Calls> = Record<keyof ExportedCallsByRoute<Calls[keyof Calls]>, Sample>

export const noInput: Sample = { input: () => ({}) }
