import { expect, test } from 'vitest'
import type { Api } from '#platform/web/api/api.ts'
import { landingOf } from './landing.ts'

const api = (async (_: string, { code }: { code: string }) => {
  if (code !== 'y6e8ggaf') throw new Error('No such invitation.')
  return { cityName: 'Minneapolis' }
}) as unknown as Api

test.each(['y6e8ggaf', 'y6e8ggaf.', 'y6e8ggaf)', 'y6e8ggaf”', '<y6e8ggaf>', 'y6e8ggaf ).'])(
  'the link of an invitation, copied as %j, leads to its city',
  async (code) => {
    expect(await landingOf(code, api)).toBe('/home?city=Minneapolis#via=y6e8ggaf')
  },
)

test('an unknown code leads home', async () => {
  expect(await landingOf('y6e8ggag', api)).toBe('/home')
})
