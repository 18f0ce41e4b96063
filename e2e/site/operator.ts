import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'

const run = promisify(execFile)

/** Runs an operator's command while the site runs, and returns its output. */
export async function yolo(...args: string[]): Promise<string> {
  const env = { ...process.env, STATE_DIR: process.env.E2E_STATE_DIR, LOG_LEVEL: 'warn' }
  return (await run(process.execPath, ['app/cli.ts', ...args], { env })).stdout
}

/**
 * Returns a log-in of an admin or user 20, with a new password from the operator's command. A second new password would
 * end the sessions of other tests, so the first test runs the command and the others read its output.
 */
export async function loginOf(id: number): Promise<{ email: string; password: string }> {
  const file = join(process.env.E2E_STATE_DIR ?? '', `login-of-${id}`)
  const first = await mkdir(`${file}.asked`).then(
    () => true,
    () => false,
  )
  if (first) {
    try {
      await writeFile(`${file}.part`, await yolo('user', 'password', String(id)))
      await rename(`${file}.part`, file)
    } catch (error) {
      // The next test, or a retry of this one, runs the command again.
      await rmdir(`${file}.asked`)
      throw error
    }
  }
  let text = ''
  await expect
    .poll(async () => (text = await readFile(file, 'utf8').catch(() => '')), {
      timeout: 90_000,
    })
    .not.toBe('')
  const [, email = '', password = ''] = /log in as (\S+) with (\w+)/.exec(text) ?? []
  return { email, password }
}
