import { expect, it } from 'vitest'
import { bench } from './bench.testing.ts'

it(
  'the bench loads the site and the constant from another process and prints their ratio',
  { timeout: 180_000 },
  async () => {
    // This figure contains both reads and writes.
    const few = ['--items', '1000', '--rounds', '1', '--seconds', '0.4', '--only', 'listing_mix']
    const { stdout } = await bench(...few)
    const ratios = JSON.parse(/^ratios (.*)$/m.exec(stdout)![1]!) as Record<string, number>
    expect(Object.keys(ratios)).toEqual(['listing_mix'])
    expect(ratios.listing_mix).toBeGreaterThan(0)
  },
)
