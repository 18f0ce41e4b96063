import { afterAll, inject, vi } from 'vitest'
import { endAll } from './afterwards.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time that the worker process spent on this file, in seconds. */
    processor?: number
  }
  interface ProvidedContext {
    /**
     * Paths of modules that have been saved since this process loaded them. Only set in `npm run watch`, which reuses
     * the process.
     */
    staleModules?: string[]
  }
}

type Module = object
type Worker = {
  evaluatedModules: {
    fileToModulesMap: Map<string, Set<Module>>
    invalidateModule(module: Module): void
  }
}

// Vitest's setup file. It runs before each test file, in the process that runs the file and has already run others.
const seconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const begun = seconds()
const { evaluatedModules } = (globalThis as unknown as { __vitest_worker__: Worker })
  .__vitest_worker__
for (const path of inject('staleModules') ?? [])
  for (const module of evaluatedModules.fileToModulesMap.get(path) ?? [])
    evaluatedModules.invalidateModule(module)
// If an earlier file failed while it was loaded, no hook ran that could stop what it had started.
await endAll().catch(() => {})

// Vitest silently ignores a hook that is registered within another hook or a test. These are registered first, so they
// run last. Vitest requires the first parameter to be a destructuring pattern, even an empty one.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, suite) => {
  suite.file.meta.processor = seconds() - begun
})
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await endAll()
}, 120_000)
