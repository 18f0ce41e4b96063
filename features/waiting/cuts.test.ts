import 'fake-indexeddb/auto'
import { beforeAll, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { playCuts } from './cuts.testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})

it('what was added while the network was cut 25 times is there once, or is asked about', () =>
  playCuts(app, 25, 1))

it(
  'what was added while the network was cut 200 times is there once, or is asked about',
  { tags: 'long' },
  () => playCuts(app, 200, Number(process.env.CUTS_SEED ?? 2)),
)
