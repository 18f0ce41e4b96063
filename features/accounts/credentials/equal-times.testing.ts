import type { TestApp } from '#platform/testing/app.ts'
import { unlikeness } from '#platform/testing/alike.ts'

/** By how much the answers for a known and for an unknown e-mail differ in time (S7). */
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
