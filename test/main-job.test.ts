import { beforeAll, describe } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { mainJob } from './main-job.ts'

// main-job.long.ts runs the same tests on real places, and kills the site and its database with kill -9.
describe('the main job', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
    for (let n = 0; n < 30; n++) await app.restaurant({ latitude: 44.97 + n / 1000 })
  })

  mainJob({
    site: () => app,
    mails: () => app.mails(),
    async comesBack() {
      await app.close()
      app = await testApp({ beside: app })
    },
  })
})
