import type { Checks } from './check.ts'
import type { BackupRules } from './backup-rules.ts'
import type { Services } from './services.ts'

/** An operator's command: `npm run yolo -- <name> …`. `run` returns the exit code. */
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
