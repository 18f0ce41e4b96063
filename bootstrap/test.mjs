import { spawn } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { whatToRun } from './changed/what-to-run.mjs'
import { findBrowser } from './browser.mjs'
import { countJourneys, countTests, failedFiles } from './counts.mjs'
import { deadCode, format, lint, typeCheck } from './static-checks.mjs'
import { storePassed, passedBefore } from './passed.mjs'
import { rounds, underLoad } from './rounds.mjs'
import { environment } from './runtime.mjs'
import { project } from './project.mjs'

// All steps of the test run. The cheapest ones come first, so that most failures are found early.
const steps = [
  { name: 'types', title: 'Types', run: () => judge(typeCheck) },
  { name: 'lint', title: 'Lint', run: () => judge(lint) },
  { name: 'format', title: 'Format', run: () => judge(format) },
  { name: 'dead', title: 'Files and names that nothing uses', run: () => judge(deadCode) },
  {
    name: 'schema',
    title: 'Table types as the migrations make them',
    run: () => node('app/cli.ts', 'types', '--check'),
  },
  { name: 'build', title: 'Build of the pages', run: () => node('bootstrap/build.mjs') },
  {
    name: 'tests',
    title: 'Units, calls over HTTP, architecture',
    run: () => vitest('vitest.json'),
  },
  { name: 'journeys', title: 'Journeys in a browser', run: () => journeys() },
  { name: 'clones', title: 'Start from fresh clones, as root and as a user', run: freshClones },
  {
    name: 'fresh-machine',
    title: 'npm start and npm test on a machine with Node 20, npm and nothing else',
    isLong: true,
    run: freshMachine,
  },
  {
    name: 'long-journeys',
    title: 'All journeys, those that take long too, and each state in both sets of colors',
    isLong: true,
    run: () => journeys({ LONG: '1' }),
  },
  {
    name: 'long-tests',
    title: 'Units and calls with all variants that npm test leaves out',
    isLong: true,
    run: () => vitest('long-tests.json', { LONG_TESTS: '1' }),
  },
  {
    name: 'mutants',
    title: 'Small changes of the code, which tests must notice',
    isLong: true,
    run: () => node('bench/mutants/run.ts', ...(resume ? ['--resume'] : [])),
  },
  // Each file of long rounds is a separate step, so that an interrupted run can resume after the last step that passed.
  ...globSync('{app,bench,domain,features,platform,test}/**/*.long.ts', { cwd: project })
    .sort()
    .map((file) => ({
      name: `long-${basename(file, '.long.ts')}`,
      title: `Long rounds of ${file}`,
      isLong: true,
      run: () => vitest(`long-${basename(file, '.long.ts')}.json`, { LONG: '1' }, file),
    })),
  // Rounds take hours, so they only run when they are named.
  ...rounds.flatMap((n) => [
    {
      name: `round-${n}-tests`,
      title: `Units and calls beside a load, files in random order (seed ${n})`,
      isRound: true,
      run: () =>
        round(() =>
          vitest(`round-${n}.json`, {}, '--sequence.shuffle.files', `--sequence.seed=${n}`),
        ),
    },
    {
      name: `round-${n}-journeys`,
      title: `Journeys beside a load, files in random order (seed ${n})`,
      isRound: true,
      run: () => round(() => journeys({}, `--shuffle=${n}`)),
    },
  ]),
]

const args = process.argv.slice(2)
const long = args.includes('--long')
/** True to skip the steps that an interrupted run of `test:long` has already passed. */
const resume = args.includes('--resume')
const chosen = args.filter((arg) => !['--long', '--resume'].includes(arg))
if (chosen[0] === 'rounds')
  chosen.splice(0, 1, ...steps.filter(({ isRound }) => isRound).map(({ name }) => name))
// The journeys, the long rounds and some of the tests that are run on mutants use the built site.
const needBuild = chosen.some(
  (name) => name === 'journeys' || name === 'mutants' || /^(long|round)-/.test(name),
)
if (needBuild && !chosen.includes('build')) chosen.push('build')
const isChange = chosen[0] === 'changed'
const change = isChange ? chosen.splice(0)[1] : undefined
const unknown = chosen.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`No step is called ${unknown.join(', ')}. There are:`)
  for (const { name, title } of steps) console.error(`  ${name.padEnd(18)} ${title}`)
  process.exit(2)
}

const running = new Set()
let interrupted = false
process.on('SIGTERM', () => interrupt('SIGTERM'))
process.on('SIGINT', () => interrupt('SIGINT'))

const total = { passed: 0, failed: 0, skipped: 0 }
const lines = []
/** Tests and journeys that failed and then passed. */
const flakyTests = []
const passed = resume ? passedBefore() : {}
for (const { name, title, run, isLong, isRound } of isChange ? ofChange(change) : steps) {
  if (chosen.length > 0 ? !chosen.includes(name) : isRound || (isLong && !long)) continue
  if (interrupted) break
  if (passed[name]) {
    lines.push(`before  ${name.padEnd(17)} ${passed[name]}`)
    continue
  }
  console.log(`\n── ${name}: ${title}`)
  const begun = performance.now()
  const counts = await run().catch((error) => {
    console.error(error.message)
    return { failed: 1 }
  })
  Object.assign(total, sum(total, counts))
  const outcome = outcomeOf(counts)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  lines.push(
    `${outcome.padEnd(7)} ${name.padEnd(17)} ${seconds.padStart(7)} s  ${summaryOf(counts)}`,
  )
  console.log(lines.at(-1))
  if (!long || outcome !== 'passed') continue
  passed[name] = `${seconds} s  ${summaryOf(counts)}`
  storePassed(passed)
}

if (interrupted) total.failed++
console.log(`\n${lines.join('\n')}\n${interrupted ? 'Cut off.\n' : ''}`)
for (const name of flakyTests) console.log(`flaky: ${name}`)
if (flakyTests.length > 0)
  console.log(
    `${flakyTests.length} flaky: failed first, passed on the second run; not counted as passed\n`,
  )
console.log(summaryOf(total))
process.exitCode = total.failed > 0 ? 1 : 0

function sum(one, other) {
  const count = (key) => (one[key] ?? 0) + (other[key] ?? 0)
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

function summaryOf({ passed = 0, failed = 0, skipped = 0 }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Runs a program and counts it as one test, which passes if the exit code is 0. */
async function plain(program, args, env) {
  return (await go(program, args, env)) === 0 ? { passed: 1 } : { failed: 1 }
}

function judge({ program, args, env }) {
  return plain(program, args, env)
}

function node(...args) {
  return plain(process.execPath, args)
}

/**
 * Runs Vitest. A file in which something failed runs a second time as a whole, by itself and on a new database, so that
 * a test can't depend on what its first run left behind or on what failed before it. A test has failed only if it fails
 * twice. Long rounds run only once.
 */
async function vitest(file, env, ...only) {
  let { code, report } = await vitestOnce(file, env, only)
  let again
  const failed = env?.LONG ? [] : failedFiles(report)
  if (failed.length > 0 && !interrupted) {
    console.log(`\nOnce more: ${failed.map((one) => relative(project, one)).join(' ')}`)
    const alone = [...failed, '--maxWorkers=1']
    ;({ code, report: again } = await vitestOnce(`second-${file}`, env, alone))
  }
  const { flaky, ...counts } = countTests(report, project, again)
  flakyTests.push(...flaky)
  // A bad exit code counts as a failure even if no test and no file failed.
  const unnamed = code !== 0 && failedFiles(again ?? report).length === 0
  return { ...counts, failed: counts.failed + (unnamed ? 1 : 0) }
}

async function vitestOnce(file, env, options) {
  const report = fresh(file)
  const names = ['default', 'json', './platform/testing/times.ts']
  const reporters = [...names.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`]
  const without = env?.LONG || env?.LONG_TESTS ? [] : ['--tags-filter=!long']
  const code = await go(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...without, ...options, ...reporters],
    // The file to which platform/testing/times.ts writes how long each test file took.
    { ...env, TIMES_FILE: report.replace(/json$/, 'times.txt') },
  )
  return { code, report: read(report) }
}

/**
 * Returns the steps that the difference to `base` can break, limited to the tests that are most likely to fail. Prints
 * what is left out.
 */
function ofChange(base) {
  const { files, tests, screens, specs, left } = whatToRun(base)
  console.log(`${files.length} files differ from ${base ?? 'main'}.`)
  if (left.length > 0) console.log(`Left out, for npm test to run:\n  ${left.join('\n  ')}`)
  const shown = screens.length > 0 ? ['e2e/looks/every-screen.spec.ts', ...specs] : specs
  const run = {
    types: () => judge(typeCheck),
    lint: () => judge(lint),
    format: () => judge(format),
    dead: () => judge(deadCode),
    ...(shown.length > 0 && { build: () => node('bootstrap/build.mjs') }),
    ...(tests.length > 0 && { tests: () => vitest('vitest.json', {}, ...tests) }),
    ...(shown.length > 0 && { journeys: () => journeys({ SCREENS: screens.join() }, ...shown) }),
  }
  return steps.filter(({ name }) => run[name]).map((step) => ({ ...step, run: run[step.name] }))
}

/** Runs tests or journeys beside a load. Here, those that passed only on their second run count as failed. */
async function round(run) {
  const before = flakyTests.length
  const counts = await underLoad(run)
  return { ...counts, failed: counts.failed + flakyTests.length - before }
}

/** Runs the journeys, without those tagged @long unless LONG=1. */
async function journeys(env = {}, ...only) {
  const { path, from } = await findBrowser()
  console.log(`Browser: ${path} (${from})`)
  const report = fresh('playwright.json')
  const code = await go(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...only,
      ...(env.LONG ? [] : ['--grep-invert=@long']),
      '--reporter=list,json',
    ],
    { ...env, CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  const { passed, failed, skipped, flaky } = countJourneys(read(report))
  flakyTests.push(...flaky)
  return counted(code, passed, failed, skipped)
}

/**
 * Tests fresh clones as a user and as root, both at once, because each mostly waits for the network and its database.
 */
async function freshClones() {
  const isRoot = process.getuid?.() === 0
  if (!isRoot) console.log('Not root: as root it is skipped.')
  const [user, root] = await Promise.all([
    node('test/bootstrap/fresh-clone.mjs', 'user'),
    isRoot ? node('test/bootstrap/fresh-clone.mjs', 'root') : { skipped: 1 },
  ])
  return sum(user, root)
}

/**
 * Runs the tests on a fresh machine. Exit code 77 means that no such machine can be created here. The script has then
 * printed the reason, and the step counts as skipped.
 */
async function freshMachine() {
  const whole = steps.filter(({ isLong }) => !isLong).map(({ name }) => name)
  const code = await go(process.execPath, ['test/bootstrap/fresh-machine.mjs', ...whole])
  return code === 77 ? { skipped: 1 } : { [code === 0 ? 'passed' : 'failed']: 1 }
}

/** A run with a bad exit code failed, even if its report lists no failed test. */
function counted(code, passed, failed, skipped) {
  return { passed, failed: failed || (code === 0 ? 0 : 1), skipped }
}

function fresh(name) {
  const report = join(project, 'test-results', name)
  rmSync(report, { force: true })
  return report
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch (error) {
    throw new Error(`It ended without a report: ${error.message}`, { cause: error })
  }
}

function go(program, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: project,
      env: environment(process.execPath, env),
      stdio: 'inherit',
    })
    running.add(child)
    child.on('error', reject)
    child.on('exit', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
}

/** Starts no further step, and forwards the signal to the running one so that it can clean up. */
function interrupt(signal) {
  interrupted = true
  // A terminal has already sent Ctrl-C to the child.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of running) child.kill(signal)
}

function outcomeOf(counts) {
  if (counts.failed) return 'FAILED'
  return counts.passed ? 'passed' : 'skipped'
}
