import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, vi } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { commands } from '../commands.ts'
import { onFileEnd } from '#platform/testing/afterwards.ts'

// Runs the import commands on a real database with small files in the formats of other programs.
export let app: TestApp
let folder: string

/** Sets up the app and a folder for all tests of a file. */
export function useExtracts() {
  // Test files can share this module (`npm run watch`), so each gets its own folder.
  folder = mkdtempSync(join(tmpdir(), 'extracts-'))
  beforeAll(async () => {
    app = await testApp()
  }, 120_000)
  onFileEnd(() => rmSync(folder, { recursive: true }))
}

let files = 0
function file(content: unknown) {
  const path = join(folder, `file-${(files += 1)}`)
  const isRaw = typeof content === 'string' || Buffer.isBuffer(content)
  writeFileSync(path, isRaw ? content : JSON.stringify(content))
  return path
}

export async function run(name: string, ...args: string[]) {
  const lines: string[] = []
  const collect = (text: unknown) => lines.push(String(text).trim())
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(collect),
    vi.spyOn(console, 'error').mockImplementation(collect),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => collect(text) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => collect(text) > 0),
  ]
  try {
    const code = await commands.find((one) => one.name === name)!.run(args, app.services)
    return { code, lines, text: lines.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
export const take = (content: unknown, ...options: string[]) =>
  run('import-places', ...options, file(content))

export const node = (
  id: number,
  tags: object,
  at = { lat: 44.98, lon: -93.27 },
  more: object = {},
) => ({
  type: 'node',
  id,
  ...at,
  ...more,
  tags: { amenity: 'cafe', ...tags },
})
export const elements = (...rows: object[]) => ({ elements: rows })
export const feature = (id: unknown, properties: object, [lon, lat] = [13.04, 47.8]) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties,
})
export const features = (...rows: object[]) => ({ type: 'FeatureCollection', features: rows })

export const named = (name: string) =>
  app.database.selectFrom('restaurants').selectAll().where('name', '=', name).execute()
export const placed = (id: string) =>
  app.database
    .selectFrom('restaurants')
    .selectAll()
    .where('place_id', '=', id)
    .executeTakeFirstOrThrow()
