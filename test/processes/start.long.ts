import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchCommand } from '#platform/testing/process.ts'
import { cutOff, isAlive, isWritten, postgresOf, stateFolder } from './cut-off.ts'

it('a first start cut off while the demo is filled in leaves nothing running, and the next one works', () =>
  cutOff('SIGTERM', isWritten('yolos'), '1'))

it('an import cut off by Ctrl-C stops the database that it started', async () => {
  const stateDir = await stateFolder()
  const file = join(stateDir, 'places.json')
  const elements = Array.from({ length: 40_000 }, (_, id) => ({
    type: 'node',
    id: id + 1,
    lat: 44.9 + (id % 200) / 1000,
    lon: -93.2 - Math.floor(id / 200) / 1000,
    tags: { amenity: 'restaurant', name: `Number ${id}` },
  }))
  await writeFile(file, JSON.stringify({ elements }))
  const cut = launchCommand(['import-places', file], { STATE_DIR: stateDir })
  await expect
    .poll(() => isWritten('restaurants')(stateDir), { timeout: 90_000, interval: 5 })
    .toBe(true)
  const { pid } = (await postgresOf(stateDir))!
  expect(await cut.end('SIGINT')).toBe(130)
  expect(cut.output()).toContain(`Made a new site in ${stateDir}.\n`)
  expect(cut.output()).not.toMatch(/Error|    at /)
  expect(isAlive(pid)).toBe(false)
})
