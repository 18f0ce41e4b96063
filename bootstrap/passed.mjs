import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOfFiles, projectFiles } from './files.mjs'
import { project } from './project.mjs'

const notes = join(project, 'test-results/long-steps.json')

/** Keeps which steps have passed, and how, for a later run with `--resume`. */
export function storePassed(steps) {
  mkdirSync(dirname(notes), { recursive: true })
  writeFileSync(notes, JSON.stringify({ version: hashOfFiles(projectFiles()), steps }))
}

/** What passed counts only for the very same files. */
export function passedBefore() {
  try {
    const before = JSON.parse(readFileSync(notes, 'utf8'))
    return before.version === hashOfFiles(projectFiles()) ? before.steps : {}
  } catch {
    return {}
  }
}
