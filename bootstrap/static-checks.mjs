import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './project.mjs'

const modules = join(project, 'node_modules')
const kept = join(modules, '.cache/yolo')

const tool = (name, ...args) => ({ program: join(modules, '.bin', name), args })
const node = (...args) => ({ program: process.execPath, args })

// Run the native compiler directly: through the package's own script, a run with nothing to do has taken a minute.
const compiler = join(modules, `@typescript/typescript-${process.platform}-${process.arch}/lib/tsc`)
const compile = ['-p', '.', '--incremental', '--tsBuildInfoFile', join(kept, 'types.tsbuildinfo')]

/** Checks types. The compiler caches its results for unchanged files. */
export const typeCheck = existsSync(compiler)
  ? { program: compiler, args: compile }
  : tool('tsc', ...compile)
export const lint = node('bootstrap/lint.mjs')
export const format = tool('oxfmt', '--check')
/** Finds files, exports, types and packages that nothing uses. */
export const deadCode = tool(
  'knip',
  '--no-progress',
  '--cache',
  '--cache-location',
  join(kept, 'knip'),
)

/** Runs the tests that only read the project's own source files and need no database. */
export const sourceRuleTests = {
  ...node(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--no-isolate',
    '--maxWorkers=1',
    'test/code/architecture.test.ts',
    'test/code/coverage.test.ts',
    'test/code/no-sleep.test.ts',
    'test/code/rules.test.ts',
  ),
  env: { NO_DATABASE: '1' },
}
