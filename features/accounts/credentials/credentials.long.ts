import { expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { emailTimes } from './equal-times.testing.ts'
import { listsDuringBurst } from './burst.testing.ts'

const app = await testApp()
const known = 'known@example.org'
await app.post('/api/register', {
  userName: 'Known eater',
  email: known,
  password: 'seven brown bears',
})
const times = emailTimes(app, known)

test('S7 200 log-ins each: known and unknown e-mails differ by less than 10 % in time', async () => {
  expect(await times.login({ limit: 0.1, pairs: 200 })).toBeLessThan(0.1)
})

test('S7 200 forgotten passwords each: known and unknown e-mails differ by less than 10 % in time', async () => {
  expect(await times.forgot({ limit: 0.1, pairs: 200 })).toBeLessThan(0.1)
})

test('S3 ten bursts of 50 log-ins leave lists as quick as a reader can wish', async () => {
  const during: number[] = []
  for (let round = 0; round < 10; round++) during.push(...(await listsDuringBurst(app, 50)).times)
  expect(during.length).toBeGreaterThan(500)
  const late = during.toSorted((a, b) => a - b)[Math.floor(during.length * 0.95)]!
  expect(late).toBeLessThan(250)
})
