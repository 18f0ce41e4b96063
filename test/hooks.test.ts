import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectFiles } from '../bootstrap/files.mjs'

const files = projectFiles()
  .filter((file) => /^(features|test|bench|domain)\/.*\.ts$|^platform\/testing\/.*\.ts$/.test(file))
  .filter((file) => !/\.(test|long|spec)\.ts$/.test(file))

// Vitest runs no hook that is registered within another or within a test, and says nothing of it: what helpers clean
// up and check at the end goes through `onFileEnd`, which stands at the top of a file.
test('helpers of tests register no hook of their own, but by onFileEnd', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.filter((file) => /\bafter(All|Each)\(/.test(readFileSync(file, 'utf8')))
  expect(found).toEqual(['platform/testing/each-file.ts'])
})
