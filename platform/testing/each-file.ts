import { afterAll, inject, vi } from 'vitest'
import { endAll } from './afterwards.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor time that the worker's process took for this file. */
    processor?: number
  }
  interface ProvidedContext {
    /** Paths of modules that this process has read before they were saved: `npm run watch` keeps it. */
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

// Vitest's setup file: it runs before each file of tests, in the process that runs the file and that
// other files have run in.
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
// A file that failed while it was read had no hook that could end what it had begun.
await endAll().catch(() => {})

// A hook that is registered within another hook or a test never runs, and nothing says so. These are registered
// first, so they run last. Vitest wants the pattern written out, even where it is empty.
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
