import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'

const run = promisify(execFile)

/** What the operator types beside the running site. */
export async function yolo(...args: string[]): Promise<string> {
  const env = { ...process.env, STATE_DIR: process.env.E2E_STATE_DIR, LOG_LEVEL: 'warn' }
  return (await run(process.execPath, ['app/cli.ts', ...args], { env })).stdout
}

/**
 * A log-in of a staff user with a new password from the operator's command. A second password would
 * end other journeys' sessions, so the first journey asks and the others read its answer.
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
      // The next journey, or this one's second run, asks again.
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
