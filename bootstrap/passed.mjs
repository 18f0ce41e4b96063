import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOfFiles, projectFiles } from './files.mjs'
import { project } from './project.mjs'

const notes = join(project, 'test-results/long-steps.json')

/** Saves which steps have passed, with their summaries, for a later run with `--resume`. */
export function storePassed(steps) {
  mkdirSync(dirname(notes), { recursive: true })
  writeFileSync(notes, JSON.stringify({ version: hashOfFiles(projectFiles()), steps }))
}

/** Returns the steps that have passed, or none if any file of the project has changed since then. */
export function passedBefore() {
  try {
    const before = JSON.parse(readFileSync(notes, 'utf8'))
    return before.version === hashOfFiles(projectFiles()) ? before.steps : {}
  } catch {
    return {}
  }
}
