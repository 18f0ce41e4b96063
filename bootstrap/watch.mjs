// `npm run watch`: runs the tests nearest to each saved file. The database server, its template database and the
// process that runs the tests are reused from one save to the next, so that only the tests themselves take time.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { reachedFrom, secondsOf, testsBy, takeWithinSeconds } from './changed/pick.mjs'
import { graphOf, sourceFiles } from './graph.mjs'
import { project } from './project.mjs'
import { endWorker, reusableWorker } from './watch/kept-worker.mjs'
import { importersOf } from './watch/importers.mjs'

// Time limit of a run, in seconds. The nearest test file always runs, and others if they fit; `npm test -- changed`
// runs more of them. `secondsToLoad` is added for each test file, because loading its imports again takes longer than
// most of its tests.
const seconds = 2
const secondsToLoad = 0.6

const vitest = await createVitest({
  watch: false,
  pool: reusableWorker,
  maxWorkers: 1,
  isolate: false,
  // A short timeout, so that a test that hangs doesn't delay the run for the next saved file.
  testTimeout: 10_000,
})
// Tells the reporters which Vitest they report on. Vitest does this itself only before runs that it starts.
await vitest.report('onInit', vitest)
const [folder] = vitest.projects
let waiting = new Set()
let ending = false
let run = Promise.resolve()
let timer

for (const name of ['app', 'bench', 'domain', 'features', 'platform', 'test', 'migrations'])
  watch(join(project, name), { recursive: true }, (_, file) => {
    if (file && /\.(tsx?|sql|mjs)$/.test(file)) saved(`${name}/${file}`)
  })
console.log('Waiting for a file to be saved. Ctrl-C ends it.')

function saved(path) {
  if (ending) return
  waiting.add(path)
  clearTimeout(timer)
  // Wait, because an editor may save several files at once.
  timer = setTimeout(() => {
    run = run.then(runSaved)
  }, 50)
}

async function runSaved() {
  const paths = [...waiting]
  waiting = new Set()
  if (ending || paths.length === 0) return
  // These files define the template database, so it must be created again.
  if (
    paths.some((path) => /\.sql$|^migrations\/|^platform\/testing\/(database|postgres)/.test(path))
  )
    return again(paths)
  const { imports } = graphOf(sourceFiles())
  const tests = testsBy(reachedFrom(paths, imports)).map(([file]) => file)
  const cost = (test) => secondsToLoad + secondsOf(test)
  const { taken } = takeWithinSeconds(seconds, tests, cost)
  const chosen = taken.length > 0 ? taken : tests.slice(0, 1)
  console.log(`\n${paths.join(' ')}: ${chosen.length} of ${tests.length} files of tests`)
  if (chosen.length === 0) return
  const stale = importersOf(paths, imports).map((path) => join(project, path))
  for (const path of stale) vitest.invalidateFile(path)
  vitest.provide('staleModules', stale)
  const begun = performance.now()
  await vitest.runTestSpecifications(
    chosen.map((file) => folder.createSpecification(join(project, file))),
  )
  console.log(`${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** Starts this program again, with a new template database. */
async function again(paths) {
  console.log(`\n${paths.join(' ')}: the template database is made again`)
  await end()
  spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' }).on('exit', (code) =>
    process.exit(code ?? 1),
  )
}

async function end() {
  ending = true
  await vitest.close()
  endWorker()
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (ending) return
    void end().then(() => process.exit(0))
  })
