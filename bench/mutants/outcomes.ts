import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOfFiles, projectFiles } from '../../bootstrap/files.mjs'
import { project } from '../../bootstrap/project.mjs'
import type { Mutant } from './mutants.ts'

export type Outcome = { seconds: number; noticedBy?: string }
type Stored = { of: string; outcomes: Record<string, Outcome> }

const file = join(project, 'test-results/mutants.json')

/** Stores each outcome at once, so that an interrupted run of the same seed and the same files can be resumed. */
export function openOutcomes(seed: string, resume: boolean) {
  const of = `${seed} ${hashOfFiles(projectFiles())}`
  const before = resume ? read() : undefined
  const stored: Stored = before?.of === of ? before : { of, outcomes: {} }
  return {
    of: ({ key }: Mutant): Outcome | undefined => stored.outcomes[key],
    store({ key }: Mutant, outcome: Outcome) {
      stored.outcomes[key] = outcome
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify(stored, null, 1))
    },
  }
}

function read(): Stored | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
