import type { RawBuilder } from 'kysely'
import type { Services } from './services.ts'

type Violation = { id: string | number }

/** One thing that must hold in the whole database at any moment. */
export type Check = {
  /** For the operator to name it by. */
  name: string
  /** What must hold, in a sentence. */
  description: string
  /** The things of which it doesn't hold. */
  violations: RawBuilder<Violation>
  /** Makes it hold again for these, where it follows from other rows; absent, a person must decide. */
  repair?: Repair
}

type Repair = {
  /** Whose rows are locked first, so that no trigger writes them meanwhile. */
  lock: string
  set(ids: number[]): RawBuilder<unknown>
}

/** What can't be asked of the database alone; finds at most a few and how many there are. */
export type Search = {
  name: string
  description: string
  find(services: Services): Promise<Found>
  repair?(services: Services): Promise<void>
}

export type Found = { count: number; some: (string | number)[] }
export type Checks = (Check | Search)[]
