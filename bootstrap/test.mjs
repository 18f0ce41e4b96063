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

/** The steps in their order: the cheapest first. `quick` ones are `npm run check`. */
const steps = {
  types: { quick: true, run: () => passes(bin('tsc'), compile) },
  lint: { quick: true, run: () => passes(bin('oxlint'), ['--deny-warnings', '--format=unix']) },
  format: { quick: true, run: () => passes(bin('oxfmt'), ['--check']) },
  dead: { quick: true, run: () => passes(bin('knip'), deadCode) },
  size: { quick: true, run: async () => count(checkSize()) },
  rules: {
    quick: true,
    onlyQuick: true,
    run: () =>
      passes(process.execPath, [vitestProgram, 'run', '--reporter=dot', 'test/code/architecture'], {
        NO_DATABASE: '1',
      }),
  },
  schema: { run: () => passes(process.execPath, ['app/cli.ts', 'types', '--check']) },
  build: { run: async () => count(buildIfChanged(process.execPath) === undefined) },
  tests: { run: () => vitest({}, '--tags-filter=!long') },
  journeys: { run: () => journeys({}, '--grep-invert=@long') },
  clones: { run: freshClones },
  'long-tests': { long: true, run: () => vitest({ LONG_TESTS: '1' }) },
  'long-journeys': { long: true, run: () => journeys({ LONG: '1' }) },
  'long-rounds': { long: true, run: () => vitest({ LONG: '1' }) },
}

const options = process.argv.slice(2)
const chosen = options.filter((option) => !option.startsWith('--'))
const unknown = chosen.filter((name) => !steps[name])
if (unknown.length > 0) {
  console.error(
    `There is no step ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`,
  )
  process.exit(2)
}

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
const selected = Object.entries(steps).filter(([name, { quick, onlyQuick, long }]) => {
  if (chosen.length > 0) return chosen.includes(name)
  if (options.includes('--check')) return quick
  return !onlyQuick && (!long || options.includes('--long'))
})
if (options.includes('--check')) await Promise.all(selected.map(runStep))
else for (const step of selected) if (!isInterrupted) await runStep(step)
if (isInterrupted) total.failed++
console.log(`\n${lines.join('\n')}\n`)
console.log(summaryOf(total))
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

async function vitest(env, ...args) {
  const report = freshReport('vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await exitCodeOf(
    process.execPath,
    [vitestProgram, 'run', ...args, ...reporters],
    env,
  )
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = read(report)
  // A file can fail outside its tests, while it is loaded or in a hook.
  const failed = numFailedTests || numFailedTestSuites || Number(code !== 0)
  return { passed: numPassedTests, failed, skipped: numPendingTests }
}

async function journeys(env, ...args) {
  const { path, from } = await findBrowser()
  console.log(`Browser: ${path} (${from})`)
  const report = freshReport('playwright.json')
  const program = ['node_modules/@playwright/test/cli.js', 'test', ...args, '--reporter=list,json']
  const more = { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env }
  const code = await exitCodeOf(process.execPath, program, more)
  const { expected, unexpected, flaky, skipped } = read(report).stats
  if (flaky > 0) console.log(`${flaky} passed only on the second try`)
  return { passed: expected + flaky, failed: unexpected || Number(code !== 0), skipped }
}

/** Starts fresh clones, as a user and as root. */
async function freshClones() {
  const isRoot = process.getuid?.() === 0
  const user = await passes(process.execPath, ['test/bootstrap/fresh-clone.mjs', 'user'])
  if (!isRoot) return { ...user, skipped: 1 }
  const root = await passes(process.execPath, ['test/bootstrap/fresh-clone.mjs', 'root'])
  return { passed: user.passed + root.passed, failed: user.failed + root.failed, skipped: 0 }
}

function freshReport(name) {
  const report = join(project, 'test-results', name)
  rmSync(report, { force: true })
  return report
}

function read(report) {
  return JSON.parse(readFileSync(report, 'utf8'))
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
