import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project, projectFiles } from './project.mjs'

const { isStrict, budgets } = JSON.parse(readFileSync(join(project, 'bootstrap/size.json'), 'utf8'))
const counted = /\.(ts|tsx|css|mjs|sql)$/
const uncounted =
  /\.test\.|\.testing\.|\.long\.|\.data\.|\.generated\.|^platform\/testing\/|^platform\/server\/database\/schema\.ts$/

/**
 * Prints the lines of product code in each folder beside its budget. Returns false if a folder over its budget has
 * grown since the last commit (the one before, where nothing has changed since); if strict, also if it hasn't.
 */
export function checkSize() {
  const now = new Map(projectFiles().map((file) => [file, linesOf(file)]))
  const before = linesAt(git('status', '--porcelain').trim() ? 'HEAD' : 'HEAD~1')
  let isFine = true
  for (const [folders, budget] of Object.entries(budgets)) {
    const [lines, earlier] = [sumOf(now, folders), before ? sumOf(before, folders) : Infinity]
    const isOver = lines > budget
    const isBad = isOver && (isStrict || lines > earlier)
    if (isBad) isFine = false
    const mark = isOver ? `  ${isBad ? 'TOO LARGE' : 'over'}` : ''
    console.log(`${String(lines).padStart(7)} of ${String(budget).padStart(6)}  ${folders}${mark}`)
  }
  return isFine
}

const isCounted = (file) => counted.test(file) && !uncounted.test(file)
const linesOf = (file) =>
  isCounted(file) ? readFileSync(join(project, file), 'utf8').split('\n').length - 1 : 0

const sumOf = (lines, folders) =>
  [...lines]
    .filter(([file]) => folders.split(' ').some((folder) => file.startsWith(`${folder}/`)))
    .reduce((sum, [, count]) => sum + count, 0)

/** Returns the lines of each file at a commit, or undefined without git. */
function linesAt(commit) {
  const found = git('grep', '-c', '', commit, '--')
  if (!found) return undefined
  const rows = found.split('\n').map((row) => /^[^:]+:(.+):(\d+)$/.exec(row))
  return new Map(
    rows.flatMap((row) => (row && isCounted(row[1]) ? [[row[1], Number(row[2])]] : [])),
  )
}

const git = (...args) =>
  spawnSync('git', args, { cwd: project, encoding: 'utf8', maxBuffer: 1e8 }).stdout ?? ''
