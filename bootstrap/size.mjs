import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project, projectFiles } from './project.mjs'

const budgets = JSON.parse(readFileSync(join(project, 'bootstrap/size.json'), 'utf8'))
const counted = /\.(ts|tsx|css|mjs|sql)$/
const uncounted =
  /\.test\.|\.testing\.|\.long\.|\.data\.|\.generated\.|^platform\/testing\/|^platform\/server\/database\/schema\.ts$/

/** Prints the lines of product code in each folder with its budget. Returns false if a folder is over its budget. */
export function checkSize() {
  const files = projectFiles().filter((file) => counted.test(file) && !uncounted.test(file))
  const linesOf = files.map((file) => ({ file, lines: countLines(file) }))
  let isFine = true
  for (const [folders, budget] of Object.entries(budgets)) {
    const lines = linesOf
      .filter(({ file }) => folders.split(' ').some((folder) => file.startsWith(`${folder}/`)))
      .reduce((sum, { lines }) => sum + lines, 0)
    if (lines > budget) isFine = false
    const mark = lines > budget ? '  TOO LARGE' : ''
    console.log(`${String(lines).padStart(7)} of ${String(budget).padStart(6)}  ${folders}${mark}`)
  }
  return isFine
}

const countLines = (file) => readFileSync(join(project, file), 'utf8').split('\n').length - 1
