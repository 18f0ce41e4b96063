import { beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

// Noise may tell them apart, not again and again.
test.each([
  ['login', { password: 'wrong wrong wrong' }],
  ['forgot-password', {}],
] as const)('S7 %s takes as long for an unknown e-mail', { retry: 4 }, async (path, more) => {
  const email = `timed.${path}.${Math.random()}@example.com`
  const { status } = await app.post('/api/register', {
    userName: `Timed ${email.replace(/\W/g, '')}`.slice(0, 30),
    email,
    password: 'three ripe tomatoes',
    birthDate: '1990-05',
  })
  expect(status).toBe(200)
  const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = 0; n < 200; n++)
    for (const kind of n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const begun = performance.now()
      const asked = kind === 'known' ? email : `nobody${n}@example.org`
      await app.post(`/api/${path}`, { email: asked, ...more })
      took[kind].push(performance.now() - begun)
    }
  expect(Math.abs(median(took.known) / median(took.unknown) - 1)).toBeLessThan(0.1)
})
