import type { FastifyInstance } from 'fastify'
import type { AnyCall } from '#platform/contract/call.ts'
import type { Ask } from '#platform/contract/wire.ts'
import type { Checks } from './check.ts'
import type { Command, AllFeatures } from './command.ts'
import type { ActingRecorder } from './http/dispatch.ts'
import type { Handler } from './http/handler.ts'
import type { JobQueue } from './jobs.ts'
import type { BackupRules } from './backup-rules.ts'
import type { Services } from './services.ts'

/** The calls of one feature, each under the name that its contract exports. */
export type FeatureCalls = { name: string; calls: Record<string, AnyCall> }

/** What a feature's server.ts exports, and all that app/ knows of it. */
export type Feature = {
  /** What its contract exports; what isn't a call (a shape, a failure) is passed over. */
  calls?: object
  handlers?(services: Services, contract: FeatureCalls[]): Handler[]
  queues?(services: Services): JobQueue[]
  commands?: Command[]
  /** Those that concern what all features have. */
  siteCommands?(all: AllFeatures): Command[]
  /** What must hold of its tables, for `check`. */
  checks?: Checks
  /** What of its data stays out of backups, and its files. */
  backupRules?: BackupRules
  /** Brings what an older version kept up to date, before this one is begun. */
  upgrade?(services: Services): Promise<void>
  /** Fills an empty database where the settings ask for it; what it answers is printed once the server listens. */
  seed?(services: Services): Promise<string | null>
  /** Records what is done while one acts as another member; one feature has it. */
  actingRecorder?(services: Services): ActingRecorder
  /** Changes the services before anything else is made of them. */
  prepare?(services: Services): Promise<Services>
  /** Serves addresses that aren't calls; `ask` runs a call as a visitor. */
  serve?(server: FastifyInstance, services: Services, ask: Ask): void
  /** Makes what a first run makes once, before anyone is let in. */
  warm?(services: Services): Promise<unknown>
}

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'route' in value && 'access' in value

export const allFeaturesOf = (features: Record<string, Feature>): AllFeatures => {
  const all = Object.values(features)
  return {
    checks: all.flatMap((feature) => feature.checks ?? []),
    backupRules: all.flatMap((feature) => feature.backupRules ?? []),
  }
}

export const contractOf = (features: Record<string, Feature>): FeatureCalls[] =>
  Object.entries(features).map(([name, { calls = {} }]) => ({
    name,
    calls: Object.fromEntries(
      Object.entries(calls).filter((entry): entry is [string, AnyCall] => isCall(entry[1])),
    ),
  }))
