import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { project } from '../project.mjs'

// True for tests, and for files that import nearly everything (app/) or that nearly every test imports. If importers
// were followed through these files, each change would reach every test.
const joins = (file) =>
  file.startsWith('app/') || /^platform\/testing\/|\.testing\.tsx?$/.test(file) || isTest(file)
const isTest = (file) => /\.(test|long|spec)\.ts$/.test(file)

/**
 * Returns the changed files and every file that imports one, directly or not, each with its distance in import steps.
 * Doesn't follow importers through files that `joins` matches, except changed ones.
 */
export function reachedFrom(changed, imports) {
  const importers = new Map()
  for (const [from, targets] of imports)
    for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), from])
  const steps = new Map(changed.map((file) => [file, 0]))
  // Entries that are added to a Map during iteration are visited too.
  for (const [file, step] of steps) {
    if (step > 0 && joins(file)) continue
    for (const from of importers.get(file) ?? []) if (!steps.has(from)) steps.set(from, step + 1)
  }
  return steps
}

/**
 * Returns [test, distance] pairs, nearest to the change first: changed tests and tests named like a changed file (0),
 * other tests in its folder (0.5), tests that import it (1), then other tests of its feature (above 1), because calls
 * are tested over HTTP and not by imports. Files that import a changed file count like it, plus 1 for each import step.
 * At equal distance the faster test comes first.
 */
export function testsBy(steps) {
  const tests = globSync('{app,domain,features,platform,test,bench}/**/*.test.ts', { cwd: project })
  const distance = new Map()
  const near = (test, step) => distance.set(test, Math.min(step, distance.get(test) ?? Infinity))
  for (const [file, step] of steps) {
    if (tests.includes(file)) near(file, step)
    if (isTest(file)) continue
    const named = file.replace(/(\.server|\.screen|\.testing)?\.\w+$/, '.test.ts')
    for (const test of tests) {
      const folder = dirname(test)
      if (test === named) near(test, step)
      else if (folder === dirname(file)) near(test, step + 0.5)
      else if (isSameFeature(folder, file)) near(test, step + 1 + apart(folder, dirname(file)) / 4)
    }
  }
  return [...distance].sort(([a, x], [b, y]) => x - y || secondsOf(a) - secondsOf(b))
}

const isSameFeature = (folder, file) =>
  folder.startsWith('features/') && folder.split('/')[1] === file.split('/')[1]

function apart(a, b) {
  const [one, other] = [a.split('/'), b.split('/')]
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return one.length + other.length - 2 * same
}

let known
/** Returns how many seconds a test file took when it last ran on this machine, or 4 as a guess if it never did. */
export function secondsOf(test) {
  try {
    known ??= JSON.parse(readFileSync(join(project, 'node_modules/.cache/yolo/times.json'), 'utf8'))
  } catch {
    known = {}
  }
  return known[test] ?? 4
}

/** Splits `items` into those that fit into the given number of seconds (`taken`) and the rest (`left`). */
export function takeWithinSeconds(seconds, items, cost) {
  const [taken, left] = [[], []]
  let sum = 0
  for (const item of items) {
    if (sum + cost(item) > seconds) left.push(item)
    else {
      sum += cost(item)
      taken.push(item)
    }
  }
  return { taken, left }
}
