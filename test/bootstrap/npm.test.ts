import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { project } from '../../bootstrap/project.mjs'

const ask = `
  const { npm } = await import('./bootstrap/runtime.mjs')
  npm(process.execPath, ['config', 'get', 'cache'], '.')`

/** Returns the folder that npm uses as its cache. */
function cacheOf(env: Record<string, string>) {
  const { npm_config_cache: _, ...rest } = process.env
  const options = { cwd: project, encoding: 'utf8', env: { ...rest, ...env } } as const
  return spawnSync(process.execPath, ['--input-type=module', '-e', ask], options).stderr.trim()
}

it('a user without a home can install the packages, as a service’s user is', () => {
  const home = mkdtempSync(join(tmpdir(), 'yolo-home-'))
  expect(cacheOf({ HOME: home })).toBe(join(home, '.npm'))
  expect(cacheOf({ HOME: '/dev/null' })).toBe(join(project, '.runtime/npm-cache'))
  // As an outer npm passes it on.
  const passedOn = { HOME: home, npm_config_cache: '/dev/null/.npm' }
  expect(cacheOf(passedOn)).toBe(join(project, '.runtime/npm-cache'))
  rmSync(home, { recursive: true })
})
