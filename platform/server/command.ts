import type { Checks } from './check.ts'
import type { BackupRules } from './backup-rules.ts'
import type { Services } from './services.ts'

/** One operator's command: `npm run yolo -- <name> …`. Returns the exit code. */
export type Command = {
  name: string
  summary: string
  /** Shown by `--help`: arguments and options, a line each. */
  usage: string
  run(args: string[], services: Services): Promise<number>
}

/** What commands that concern all features are given. */
export type AllFeatures = { checks: Checks; backupRules: BackupRules[] }
