import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { countJourneys, countTests } from '../../bootstrap/counts.mjs'

test('a journey that passes on its second run is named, and not counted as passed', () => {
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
})

test('so is a test that passes on its second run, with what it failed with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yolo-flaky-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(
    join(folder, 'one.test.mjs'),
    `let runs = 0
    describe('inside', () => test('wavers', () => expect(++runs).toBe(2)))
    test('holds', () => {})
    test.skip('is left out', () => {})`,
  )
  const report = join(folder, 'report.json')
  const command = 'run --globals --retry=1 --reporter=json --outputFile'.split(' ')
  const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, ...command, report, '--root', folder],
    { encoding: 'utf8' },
  )
  expect(status, stdout + stderr).toBe(0)
  const read = countTests(JSON.parse(readFileSync(report, 'utf8')) as object, folder)
  expect(read).toMatchObject({ passed: 1, failed: 0, skipped: 1 })
  expect(read.flaky).toEqual([
    expect.stringContaining('one.test.mjs › inside wavers\nAssertionError'),
  ])
})
