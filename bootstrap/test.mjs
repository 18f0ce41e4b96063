// `npm test` runs all steps, or those that are named. `--check` runs the quick ones at once, `--long` the long ones too.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { environment, project } from './project.mjs'
import { buildIfChanged } from './setup.mjs'
import { checkSize } from './size.mjs'

const bin = (name) => join(project, 'node_modules/.bin', name)
const cache = join(project, 'node_modules/.cache/yolo')
const vitestProgram = 'node_modules/vitest/vitest.mjs'
const compile = ['-p', '.', '--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')]
const deadCode = ['--no-progress', '--cache', '--cache-location', join(cache, 'knip')]
const architecture = [vitestProgram, 'run', '--reporter=dot', 'test/code/architecture']

const early = true
/**
 * The steps in their order, by the command that runs them: `check`, `test` (and `long`) or `long`. Those that are `early`
 * run at once, before the others, because each alone leaves a core idle.
 */
const steps = {
  types: { early, in: 'check test', run: () => passes(bin('tsc'), compile) },
  lint: { early, in: 'check test', run: () => passes(bin('oxlint'), ['--deny-warnings']) },
  format: { early, in: 'check test', run: () => passes(bin('oxfmt'), ['--check']) },
  dead: { early, in: 'check test', run: () => passes(bin('knip'), deadCode) },
  size: { early, in: 'check test', run: async () => count(checkSize()) },
  rules: { in: 'check', run: () => passes(process.execPath, architecture, { NO_DATABASE: '1' }) },
  schema: {
    early,
    in: 'test',
    run: () => passes(process.execPath, ['app/cli.ts', 'types', '--check']),
  },
  build: {
    early,
    in: 'test',
    run: () => buildIfChanged(process.execPath).then(() => count(true)),
  },
  clone: {
    early,
    in: 'test',
    run: () => passes(process.execPath, ['test/bootstrap/fresh-clone.mjs']),
  },
  tests: { in: 'test', run: () => vitest({}, '--tags-filter=!long') },
  journeys: { in: 'test', run: () => journeys({}, '--grep-invert=@long') },
  longTests: { in: 'long', run: () => vitest({ LONG_TESTS: '1' }) },
  longJourneys: { in: 'long', run: () => journeys({ LONG: '1' }) },
  longRounds: { in: 'long', run: () => vitest({ LONG: '1' }) },
  image: { in: 'long', run: image },
}

const options = process.argv.slice(2)
const names = options.filter((option) => !option.startsWith('--'))
const unknown = names.filter((name) => !steps[name])
if (unknown.length > 0) {
  console.error(`There is no step ${unknown}. There are: ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}
const isCheck = options.includes('--check')
const isLong = options.includes('--long')
const isSelected = ([name, step]) =>
  names.length > 0
    ? names.includes(name)
    : step.in.includes(isCheck ? 'check' : 'test') || (isLong && step.in === 'long')

const running = new Set()
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isInterrupted = true
    for (const child of running) child.kill(signal)
  })

mkdirSync(cache, { recursive: true })
const total = count(undefined)
const lines = []
const selected = Object.entries(steps).filter(isSelected)
const isEarly = ([, { early }]) => early || isCheck
await Promise.all(selected.filter(isEarly).map(runStep))
for (const step of selected) if (!isEarly(step) && !isInterrupted) await runStep(step)
if (isInterrupted) total.failed++
console.log(`\n${lines.join('\n')}\n\n${summaryOf(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runStep([name, { run }]) {
  console.log(`── ${name}`)
  const begun = performance.now()
  const counts = await run().catch((error) => {
    console.error(error.message)
    return count(false)
  })
  for (const key of Object.keys(total)) total[key] += counts[key]
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(7)
  const outcome = counts.failed > 0 ? 'FAILED' : 'passed'
  lines.push(`${outcome.padEnd(8)}${name.padEnd(14)}${seconds} s  ${summaryOf(counts)}`)
  console.log(lines.at(-1))
}

function count(isPassed) {
  return { passed: Number(isPassed === true), failed: Number(isPassed === false), skipped: 0 }
}

function summaryOf({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Runs a program and counts it as one test. */
async function passes(program, args, env) {
  return count((await exitCodeOf(program, args, env)) === 0)
}

/** A machine without what builds an image skips this. */
async function image() {
  const code = await exitCodeOf(process.execPath, ['test/image/image.ts'])
  return code === 77 ? { ...count(undefined), skipped: 1 } : count(code === 0)
}

async function vitest(env, ...args) {
  const report = join(project, 'test-results/vitest.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const command = [vitestProgram, 'run', ...args, ...reporters]
  const code = await exitCodeOf(process.execPath, command, env)
  const results = JSON.parse(readFileSync(report, 'utf8'))
  // A file can fail outside its tests, while it is loaded or in a hook.
  const failed = results.numFailedTests || results.numFailedTestSuites || Number(code !== 0)
  return { passed: results.numPassedTests, failed, skipped: results.numPendingTests }
}

async function journeys(env, ...args) {
  const { path, from } = await findBrowser()
  console.log(`Browser: ${path} (${from})`)
  const report = join(project, 'test-results/playwright.json')
  rmSync(report, { force: true })
  const command = ['node_modules/@playwright/test/cli.js', 'test', ...args, '--reporter=list,json']
  const more = { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env }
  const code = await exitCodeOf(process.execPath, command, more)
  const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats
  if (flaky > 0) console.log(`${flaky} passed only on the second try`)
  return { passed: expected + flaky, failed: unexpected || Number(code !== 0), skipped }
}

function exitCodeOf(program, args, env) {
  return new Promise((resolve, reject) => {
    const own = { cwd: project, env: environment(process.execPath, env), stdio: 'inherit' }
    const child = spawn(program, args, own)
    running.add(child)
    child.on('error', reject)
    child.on('exit', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
}
