import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { project } from './project.mjs'

const notes = join(project, 'test-results/long-steps.json')

/** Keeps which steps have passed, and how, for a later run with `--resume`. */
export function keepPassed(steps) {
  mkdirSync(dirname(notes), { recursive: true })
  writeFileSync(notes, JSON.stringify({ version: version(), steps }))
}

/** What passed counts only for the very same files. */
export function passedBefore() {
  try {
    const before = JSON.parse(readFileSync(notes, 'utf8'))
    return before.version !== '' && before.version === version() ? before.steps : {}
  } catch {
    return {}
  }
}

/** The commit, and what was changed since; empty where there is no git to ask. */
function version() {
  try {
    const git = (...words) => execFileSync('git', words, { cwd: project, encoding: 'utf8' })
    return git('rev-parse', 'HEAD') + git('status', '--porcelain') + git('diff', 'HEAD')
  } catch {
    return ''
  }
}
