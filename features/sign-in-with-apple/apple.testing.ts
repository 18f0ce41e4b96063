import { expect } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import type { Forge } from './forger.testing.ts'
import { openidProvider, type Person } from './openid.testing.ts'
import { onFileEnd } from '#platform/testing/afterwards.ts'

type Session = { id: number; name: string; email: string; token: string; verified: boolean }

/** Starts a site with an OpenID provider in place of Apple, and returns helpers that log in with it. */
export async function siteWithApple() {
  const provider = await openidProvider('http://yolo.test/api/login/apple/callback')
  onFileEnd(() => provider.close())
  const app = await testApp({ settings: { apple: provider.settings } })

  async function begin(next = '') {
    const answer = await app.get(`/api/login/apple${next}`)
    expect(answer.status).toBe(303)
    const address = answer.headers.get('location')!
    const setCookie = answer.headers.get('set-cookie')!
    const asked = new URL(address).searchParams
    return { address, asked, setCookie, cookie: setCookie.split(';')[0]! }
  }

  /** Posts Apple's response to the site and returns the address that the site redirects to. */
  async function callback(fields: Record<string, string>, cookie: string): Promise<string> {
    const answer = await app.request('POST', '/api/login/apple/callback', {
      body: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: cookie },
    })
    expect(answer.status).toBe(303)
    return answer.headers.get('location')!
  }

  /** Maps a one-time code to the cookie of the browser that it was given to. */
  const browsers = new Map<string, string>()

  /** Logs in at the provider. Returns the one-time code, or null if the site refused the log-in. */
  async function arrive(person: Person, more: { user?: object; forge?: Forge } = {}) {
    const { address, cookie } = await begin()
    const { fields } = await provider.visit(address, person)
    if (more.user) fields.user = JSON.stringify(more.user)
    if (more.forge) provider.forgeNext(more.forge)
    const to = await callback(fields, cookie)
    const [, code = null, needs = null, name] =
      /^\/login#apple=([\w-]{43})(?:&needs=(\w+))?(?:&name=([^&]+))?$/.exec(to) ?? []
    if (code) browsers.set(code, cookie)
    return { code, needs, name: new URLSearchParams(`name=${name ?? ''}`).get('name') }
  }

  /** Redeems a code with the cookie of the browser that began, another `cookie`, or none (null), perhaps logged in. */
  const redeem = (
    code: string | null,
    more: object = {},
    cookie: string | null = browsers.get(code ?? '') ?? null,
    as?: { token: string },
  ) =>
    app.post(
      '/api/login',
      { authorization: { code }, user: { name: {} }, referrer: 6, ...more },
      { headers: cookie ? { Cookie: cookie } : {}, as },
    )

  async function logIn(person: Person, user?: object) {
    const { code, needs } = await arrive(person, user ? { user } : {})
    const answer = await redeem(code)
    expect(answer.status).toBe(200)
    return { ...(answer.body as Session), isNew: needs === 'name' }
  }

  const row = (id: number) =>
    app.database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  let count = 0
  const newSubject = () => `subject-${++count}`

  return { app, provider, begin, callback, arrive, redeem, logIn, row, newSubject }
}
