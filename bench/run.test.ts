import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['bench/run.ts', ...args], {
    env: { ...process.env, VITEST: '', NODE_ENV: 'production', DATABASE_URL: '' },
  })

it(
  'the bench loads the site and the constant from another process and prints their ratio',
  { timeout: 180_000 },
  async () => {
    // Reads and writes in one.
    const few = ['--items', '1000', '--rounds', '1', '--seconds', '0.4', '--only', 'listing_mix']
    const { stdout } = await bench(...few)
    const ratios = JSON.parse(/^ratios (.*)$/m.exec(stdout)![1]!) as Record<string, number>
    expect(Object.keys(ratios)).toEqual(['listing_mix'])
    expect(ratios.listing_mix).toBeGreaterThan(0)
  },
)

it('the bench keeps whole runs only', async () => {
  const refused = await bench('--only', 'upvote', '--write').catch((error) => error)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('Only a whole run is kept')
})
