import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, it } from 'vitest'
import { onFileEnd } from '#platform/testing/afterwards.ts'
import { loadOrBuild } from './built-file.ts'

const root = mkdtempSync(join(tmpdir(), 'built-file-'))
onFileEnd(() => rmSync(root, { recursive: true }))
const source = join(root, 'worker.mjs')
const builds = join(root, 'builds')
const folder = join(root, 'built')

/** A worker that counts how often it has run and posts that number. */
const worker = `
  import { appendFileSync, readFileSync } from 'node:fs'
  import { serialize } from 'node:v8'
  import { parentPort } from 'node:worker_threads'
  appendFileSync(${JSON.stringify(builds)}, '.')
  parentPort.postMessage(new Uint8Array(serialize({ built: readFileSync(${JSON.stringify(builds)}).length })))`

const load = (...folders: string[]) =>
  loadOrBuild<{ built: number }>(
    { name: 'numbers', worker: pathToFileURL(source), sources: [pathToFileURL(source)], data: [] },
    folders,
  )

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(builds, { force: true })
  writeFileSync(source, worker)
})

it('is built once and read from then on', async () => {
  expect(await load(folder)).toEqual({ built: 1 })
  expect(await load(folder)).toEqual({ built: 1 })
  expect(readFileSync(builds, 'utf8')).toBe('.')
})

it('is built again if its file is broken or its source has changed, and removes what is outdated', async () => {
  await load(folder)
  const [file] = readdirSync(folder)
  writeFileSync(join(folder, file!), 'broken')
  writeFileSync(join(folder, 'numbers-old.bin'), 'old')
  writeFileSync(join(folder, 'letters-of-another.bin'), 'other')
  expect(await load(folder)).toEqual({ built: 2 })
  expect(readdirSync(folder).sort()).toEqual(['letters-of-another.bin', file])
  writeFileSync(source, `${worker}\n// Changed.`)
  expect(await load(folder)).toEqual({ built: 3 })
  expect(readdirSync(folder)).not.toContain(file)
})

it('is kept in the next folder if the first can’t be written to', async () => {
  mkdirSync(folder)
  const noFolder = join(folder, 'file')
  writeFileSync(noFolder, '')
  const next = join(folder, 'next')
  expect(await load(join(noFolder, 'below'), next)).toEqual({ built: 1 })
  expect(readdirSync(next)).toHaveLength(1)
})

it('says so if the worker ends without a value', async () => {
  writeFileSync(source, '')
  await expect(load(folder)).rejects.toThrow('The numbers could not be built.')
})
