import { beforeAll, describe } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { mainJob } from './main-job.ts'

// On real places, and through kill -9 of the site and its database: main-job.long.ts.
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
