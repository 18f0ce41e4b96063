import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { graphOf, sourceFiles } from '../graph.mjs'
import { project } from '../project.mjs'
import { reachedFrom, secondsOf, testsBy, takeWithinSeconds } from './pick.mjs'
import { screensShowing } from './screens.mjs'

// Time limits for tests and for screens and journeys, and the estimated time of one screen or journey. With these
// limits the whole run takes about 90 seconds on two cores, 10 of them for starting the site and the browser.
const secondsForTests = 80
const secondsForJourneys = 40
const secondsOfScreen = 3
const secondsOfJourneys = 20

/**
 * Returns the tests, screens and journeys that the changes since `base` (by default, since the branch left main) are
 * most likely to break. `left` lists the others that they could break, which are left out.
 */
export function whatToRun(base) {
  const files = changedSince(base)
  const steps = reachedFrom(files, withSheets(graphOf(sourceFiles()).imports))
  const tests = takeWithinSeconds(
    secondsForTests,
    testsBy(steps).map(([file]) => file),
    secondsOf,
  )
  const inBrowser = [...steps.keys()].filter((file) => /\.(tsx|css)$/.test(file))
  const { names, folders } = screensShowing(inBrowser)
  const screens = takeWithinSeconds(secondsForJourneys, names, () => secondsOfScreen)
  const room = secondsForJourneys - screens.taken.length * secondsOfScreen
  const pictures = names.includes('parts') ? ['e2e/looks/parts.spec.ts'] : []
  const specs = takeWithinSeconds(
    room,
    [...pictures, ...journeysOf(folders, files)],
    () => secondsOfJourneys,
  )
  const elsewhere = files.filter((file) =>
    /^(migrations|bootstrap|deploy|\.ci)\/|package/.test(file),
  )
  return {
    files,
    tests: tests.taken,
    screens: screens.taken,
    specs: specs.taken,
    left: [
      ...tests.left,
      ...screens.left.map((name) => `the screen ${name}`),
      ...specs.left,
      ...elsewhere.map((file) => `what hangs on ${file}`),
    ],
  }
}

function changedSince(base) {
  const git = (...words) => execFileSync('git', words, { cwd: project, encoding: 'utf8' }).trim()
  const from = base ?? git('merge-base', 'main', 'HEAD')
  const changed = git('diff', '--name-only', '-z', '--diff-filter=d', from)
  const added = git('ls-files', '--others', '--exclude-standard', '-z')
  return [...changed.split('\0'), ...added.split('\0')].filter(Boolean)
}

/**
 * Adds the style sheets that .tsx files import, which aren't in the graph. SQL files aren't added, because no file
 * imports them: only the tests in their folder and feature count as near them.
 */
function withSheets(imports) {
  const sheet = /['"](\.[^'"]+\.css)['"]/g
  const all = new Map(imports)
  for (const [file, targets] of imports) {
    if (!file.endsWith('.tsx')) continue
    const found = [...readFileSync(join(project, file), 'utf8').matchAll(sheet)]
    if (found.length > 0)
      all.set(file, [...targets, ...found.map(([, path]) => join(file, '..', path))])
  }
  return all
}

/**
 * Returns the journeys that were changed themselves, then those that mention a path in one of `folders`, ordered by how
 * often they do.
 */
function journeysOf(folders, changed) {
  const specs = globSync('e2e/**/*.spec.ts', { cwd: project }).filter(
    (file) => !/every-screen|parts\.spec/.test(file),
  )
  const says = (file) => {
    const text = readFileSync(join(project, file), 'utf8')
    return folders.reduce((sum, folder) => sum + text.split(`'${folder}`).length - 1, 0)
  }
  const own = specs.filter((file) => changed.includes(file))
  const counted = specs
    .filter((file) => !own.includes(file))
    .map((file) => ({ file, count: says(file) }))
  const others = counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
  return [...own, ...others.map(({ file }) => file)]
}
