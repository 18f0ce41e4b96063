import { afterAll, vi } from 'vitest'
import { endAll } from './afterwards.ts'

// Vitest's setup file. It runs before each test file, in the process that runs the file and has already run others.
// If an earlier file failed while it was loaded, no hook ran that could stop what it had started.
await endAll().catch(() => {})

// Vitest silently ignores a hook that is registered within another hook or a test. This one is registered first, so it
// runs last.
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await endAll()
}, 120_000)
