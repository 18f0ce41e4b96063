import { afterEach } from 'vitest'

// Vitest's `bail` skips the tests of the files that follow, but still loads these files, and most start the app then.
const run = globalThis as { hasFailed?: boolean }
if (run.hasFailed) throw new Error('A test of another file has failed already.')

afterEach(({ task }) => {
  if (task.result?.state === 'fail') run.hasFailed = true
})
