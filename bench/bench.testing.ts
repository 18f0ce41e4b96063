import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs the bench as a command. */
export const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['bench/run.ts', ...args], {
    env: { ...process.env, VITEST: '', NODE_ENV: 'production', DATABASE_URL: '' },
  })
