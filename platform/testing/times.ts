import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const kept = 'node_modules/.cache/yolo/times.json'

/** How long a test file took, in seconds: in all, for starting, and of CPU time (`working`). */
type Row = { file: string; tests: number; all: number; starting: number; working: number }

/** Vitest reporter that writes a table of times, one line per test file, the slowest first. */
export default class Times implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const rows = modules.map(rowOf).sort((a, b) => b.all - a.all)
    const file = process.env.TIMES_FILE ?? 'test-results/times.txt'
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, table(rows))
    keep(rows)
  }
}

/** Saves each file's time, because `npm test -- changed` runs as many files as fit into its time limit. */
function keep(rows: Row[]) {
  mkdirSync(dirname(kept), { recursive: true })
  const known = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as object) : {}
  const now = rows.map(
    ({ file, all, working }) => [file, Math.min(all, 2 * working || all)] as const,
  )
  writeFileSync(kept, JSON.stringify({ ...known, ...Object.fromEntries(now) }))
}

function rowOf(module: TestModule): Row {
  const times = module.diagnostic()
  const starting =
    times.environmentSetupDuration +
    times.prepareDuration +
    times.setupDuration +
    times.collectDuration
  return {
    file: relative(process.cwd(), module.moduleId),
    tests: [...module.children.allTests()].length,
    all: (starting + times.duration) / 1000,
    starting: starting / 1000,
    working: module.meta().processor ?? 0,
  }
}

function table(rows: Row[]) {
  const total: Row = { file: 'all', tests: 0, all: 0, starting: 0, working: 0 }
  for (const row of rows)
    for (const key of ['tests', 'all', 'starting', 'working'] as const) total[key] += row[key]
  const line = ({ file, tests, all, starting, working }: Row) =>
    [all, starting, working]
      .map((value) => value.toFixed(1).padStart(9))
      .concat(String(tests).padStart(6), ` ${file}`)
      .join('')
  return `  seconds starting  working tests  file\n${[total, ...rows].map(line).join('\n')}\n`
}
