import type { FastifyInstance } from 'fastify'
import type { AnyCall } from '#platform/contract/call.ts'
import type { Ask } from '#platform/contract/wire.ts'
import type { Checks } from './check.ts'
import type { Command, Whole } from './command.ts'
import type { Witness } from './http/dispatch.ts'
import type { Handler } from './http/handler.ts'
import type { JobQueue } from './jobs.ts'
import type { Keeping } from './keeping.ts'
import type { Services } from './services.ts'

/** The calls of one feature, each under the name that its contract exports. */
export type Chapter = { name: string; calls: Record<string, AnyCall> }

/** What a feature's server.ts exports, and all that app/ knows of it. */
export type Feature = {
  /** What its contract exports; what isn't a call (a shape, a failure) is passed over. */
  calls?: object
  handlers?(services: Services, contract: Chapter[]): Handler[]
  queues?(services: Services): JobQueue[]
  commands?: Command[]
  /** Those that concern what all features have. */
  siteCommands?(whole: Whole): Command[]
  /** What must hold of its tables, for `check`. */
  checks?: Checks
  /** What of its data stays out of backups, and its files. */
  keeping?: Keeping
  /** Brings what an older version kept up to date, before this one is begun. */
  upgrade?(services: Services): Promise<void>
  /** Fills an empty database where the settings ask for it; what it answers is printed once the server listens. */
  seed?(services: Services): Promise<string | null>
  /** Records what is done on another member's behalf; one feature has it. */
  witness?(services: Services): Witness
  /** Changes the services before anything else is made of them. */
  prepare?(services: Services): Promise<Services>
  /** Serves addresses that aren't calls; `ask` runs a call as a visitor. */
  serve?(server: FastifyInstance, services: Services, ask: Ask): void
  /** Makes what a first run makes once, before anyone is let in. */
  warm?(services: Services): Promise<unknown>
}

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'route' in value && 'access' in value

export const wholeOf = (features: Record<string, Feature>): Whole => {
  const all = Object.values(features)
  return {
    checks: all.flatMap((feature) => feature.checks ?? []),
    keepings: all.flatMap((feature) => feature.keeping ?? []),
  }
}

export const contractOf = (features: Record<string, Feature>): Chapter[] =>
  Object.entries(features).map(([name, { calls = {} }]) => ({
    name,
    calls: Object.fromEntries(
      Object.entries(calls).filter((entry): entry is [string, AnyCall] => isCall(entry[1])),
    ),
  }))
