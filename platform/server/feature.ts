import type { FastifyInstance } from 'fastify'
import type { AnyCall } from '#platform/contract/call.ts'
import type { RunCall } from '#platform/contract/wire.ts'
import type { Checks } from './check.ts'
import type { ActingRecorder } from './http/dispatch.ts'
import type { Handler } from './http/handler.ts'
import type { JobQueue } from './jobs/jobs.ts'
import type { Services } from './services.ts'

/** An operator's command. `run` returns the exit code. */
export type Command = {
  name: string
  summary: string
  /** Arguments and options, one per line. `--help` shows them. */
  usage: string
  /** Returns whether these arguments may begin a site where there is none. Without it the command is refused there. */
  mayBegin?(args: string[]): boolean
  run(args: string[], services: Services): Promise<number>
}

/** Input of commands that work on all features. */
export type AllFeatureRules = { checks: Checks; backupRules: BackupRules[] }

/** Tables whose rows aren't backed up, each with the reason. All others are backed up completely. */
export type BackupRules = { leftOut: Record<string, string> }

/** The calls of a feature, keyed by the names that its contract exports. */
export type FeatureCalls = { name: string; calls: Record<string, AnyCall> }

/** The exports of a feature's server.ts. app/ uses nothing else of a feature's server code. */
export type Feature = {
  /** The exports of the feature's contract. Exports other than calls (shapes, failures) are ignored. */
  calls?: object
  handlers?(services: Services, contract: FeatureCalls[]): Handler[]
  queues?(services: Services): JobQueue[]
  commands?: Command[]
  /** Commands that need the checks or backup rules of all features. */
  siteCommands?(all: AllFeatureRules): Command[]
  /** Rules about the feature's tables, for the `check` command. */
  checks?: Checks
  /** Data that is left out of backups, and files that are included. */
  backupRules?: BackupRules
  /** Fills an empty database if the settings say so. Returns a text to print once the server listens, or null. */
  seed?(services: Services): Promise<string | null>
  /** Records what a user does while acting as another. At most one feature has it. */
  actingRecorder?(services: Services): ActingRecorder
  /** Returns changed services. Runs before handlers, queues and the rest are created from them. */
  prepare?(services: Services): Promise<Services>
  /** Registers routes that aren't calls. */
  serve?(server: FastifyInstance, services: Services, asVisitor: RunCall): void
}

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'route' in value && 'access' in value

export const collectFeatureRules = (features: Record<string, Feature>): AllFeatureRules => {
  const all = Object.values(features)
  return {
    checks: all.flatMap((feature) => feature.checks ?? []),
    backupRules: all.flatMap((feature) => feature.backupRules ?? []),
  }
}

export const collectFeatureCalls = (features: Record<string, Feature>): FeatureCalls[] =>
  Object.entries(features).map(([name, { calls = {} }]) => ({
    name,
    calls: Object.fromEntries(
      Object.entries(calls).filter((entry): entry is [string, AnyCall] => isCall(entry[1])),
    ),
  }))
