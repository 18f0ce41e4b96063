import type { Services } from './services.ts'

/** One operator's command: `npm run yolo -- <name> …`. Returns the exit code. */
export type Command = {
  name: string
  summary: string
  /** Shown by `--help`: arguments and options, a line each. */
  usage: string
  run(args: string[], services: Services): Promise<number>
}
