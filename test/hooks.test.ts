import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFiles } from '../bootstrap/files.mjs'

const files = projectFiles()
  .filter((file) => /^(features|test|bench|domain)\/.*\.ts$|^platform\/testing\/.*\.ts$/.test(file))
  .filter((file) => !/\.(test|long|spec)\.ts$/.test(file))

// Vitest silently ignores a hook that is registered within another hook or a test. Helpers clean up and check through
// `afterwards` instead, whose hook is registered at the top level of every test file.
test('helpers of tests register no hook of their own, but by onFileEnd', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.filter((file) => /\bafter(All|Each)\(/.test(readFileSync(file, 'utf8')))
  // Vitest loads these two before each file, at its top level.
  expect(found).toEqual(['bench/mutants/stop-after-failure.ts', 'platform/testing/each-file.ts'])
})
