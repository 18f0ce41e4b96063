import type { TestApp } from '#platform/testing/app.ts'
import { unlikeness } from '#platform/testing/alike.ts'

/** Measures how much response times differ between a known and an unknown e-mail (docs/safety.md, S7). */
export function emailTimes(app: TestApp, known: string) {
  let count = 0
  const both = (ask: (email: string) => Promise<unknown>, how: { limit: number; pairs: number }) =>
    unlikeness(
      () => ask(known),
      () => ask(`nobody${++count}@example.org`),
      how,
    )
  return {
    login: (how: { limit: number; pairs: number }) =>
      both((email) => app.post('/api/login', { email, password: 'wrong wrong wrong' }), how),
    forgot: (how: { limit: number; pairs: number }) =>
      both((email) => app.post('/api/forgot-password', { email }), how),
  }
}
