import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { countJourneys, countTests, failedFiles } from '../../bootstrap/counts.mjs'

test(
  'a journey that passes on its second run is named, and not counted as passed',
  { tags: 'long' },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'yolo-flaky-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const spec = `
    import { test } from '${pathToFileURL('node_modules/@playwright/test/index.mjs').href}'
    test('holds', () => {})
    test('is left out', () => test.skip())
    test.describe('inside', () => {
      test('wavers', ({}, { retry }) => {
        if (retry === 0) throw new Error('the first time')
      })
    })`
    writeFileSync(join(folder, 'one.spec.mjs'), spec)
    writeFileSync(
      join(folder, 'playwright.config.mjs'),
      `export default { testDir: '.', retries: 1, workers: 1 }`,
    )
    const report = join(folder, 'report.json')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/@playwright/test/cli.js', 'test', '--config', folder, '--reporter=json'],
      { env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, encoding: 'utf8' },
    )
    expect(status, stdout + stderr).toBe(0)
    expect(countJourneys(JSON.parse(readFileSync(report, 'utf8')) as object)).toEqual({
      passed: 1,
      failed: 0,
      skipped: 1,
      flaky: ['one.spec.mjs:6 › wavers'],
    })
  },
)

/** Runs Vitest on a folder's files as `npm test` does, and returns its report. */
function reportOf(folder: string, ...options: string[]) {
  const report = join(folder, 'report.json')
  const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs')
  const command = ['run', '--globals', '--reporter=json', '--outputFile', report, '--root', folder]
  const { stdout, stderr } = spawnSync(process.execPath, [vitest, ...command, ...options], {
    encoding: 'utf8',
  })
  expect(existsSync(report), stdout + stderr).toBe(true)
  return JSON.parse(readFileSync(report, 'utf8')) as object
}

test(
  'so is a test that passes on a retry of its own, with what it failed with',
  { tags: 'long' },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'yolo-flaky-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(
      join(folder, 'one.test.mjs'),
      `let runs = 0
    describe('inside', () => test('wavers', () => expect(++runs).toBe(2)))
    test('holds', () => {})
    test.skip('is left out', () => {})`,
    )
    const read = countTests(reportOf(folder, '--retry=1'), folder)
    expect(read).toMatchObject({ passed: 1, failed: 0, skipped: 1 })
    expect(read.flaky).toEqual([
      expect.stringContaining('one.test.mjs › inside wavers\nAssertionError'),
    ])
  },
)

test('a file in which something failed is run again as a whole, and what fails twice has failed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yolo-flaky-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const runs = `import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync(import.meta.filename + '.runs', 'x')
    const run = readFileSync(import.meta.filename + '.runs', 'utf8').length`
  writeFileSync(join(folder, 'holds.test.mjs'), `test('holds', () => {})`)
  writeFileSync(
    join(folder, 'tests.test.mjs'),
    `${runs}
    let made = 0
    beforeAll(() => { made++ })
    test('finds only what it makes', () => expect([made++, run]).toEqual([1, 2]))
    test('wavers the other way', () => expect(run).toBe(1))
    test('fails', () => expect(run).toBe(0))
    test.for([1, 2])('is called so twice', () => {})`,
  )
  writeFileSync(
    join(folder, 'begin.test.mjs'),
    `${runs}
    beforeAll(() => expect(run).toBe(2))
    test('has what it needs', () => {})`,
  )
  writeFileSync(
    join(folder, 'end.test.mjs'),
    `afterAll(() => { throw new Error('left behind') })
    test('passes', () => {})`,
  )
  const first = reportOf(folder)
  const failed = failedFiles(first)
  expect(failed.map((file) => basename(file)).sort()).toEqual([
    'begin.test.mjs',
    'end.test.mjs',
    'tests.test.mjs',
  ])
  const again = reportOf(folder, ...failed)
  const read = countTests(first, folder, again)
  expect(read).toMatchObject({ passed: 5, failed: 2, skipped: 0 })
  expect(new Set(read.flaky.map((one) => one.split('\n')[0]))).toEqual(
    new Set([
      'begin.test.mjs › the file',
      'tests.test.mjs › finds only what it makes',
      'tests.test.mjs › wavers the other way',
    ]),
  )
  // Without a second run, every failure counts.
  expect(countTests(first, folder)).toMatchObject({ failed: 4 })
})
