import { expect, it } from 'vitest'
import { bench } from './bench.testing.ts'

it('the bench keeps whole runs only', { tags: 'long' }, async () => {
  const refused = await bench('--only', 'upvote', '--write').catch((error) => error)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('Only a whole run is kept')
})
