import { expect } from 'vitest'
import { calls as contract } from '#app/contract.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

type Sent = { as?: Person; body?: unknown; status?: number; headers?: Record<string, string> }

/** Opens a site with two members, admin 514, a restaurant and a dish of Ann's there. */
export async function openSpecification() {
  const app = await testApp()
  const [ann, ben] = [await app.member({ userName: 'Ann Diner' }), await app.member()]
  const admin = await app.member({ id: 514 })
  await app.member({ id: 20 })
  const restaurant = await app.restaurant({ name: 'Matt’s Bar' })
  const dish = { restaurant: restaurant.id, category: 3, by: ann.id, name: 'Jucy Lucy' }
  const burger = await app.item(dish)
  const tested = new Set<string>()

  /** Sends a call of the specification. The route is the contract's, the path what is requested. */
  async function send(route: string, path: string, sent: Sent = {}) {
    const { as, body, status = 200, headers } = sent
    tested.add(route)
    const [method] = route.split(' ') as [string]
    const isJson = body !== undefined && !(body instanceof FormData)
    const answer = await app.request(method, `/api${path}`, {
      as: as ?? null,
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData) }),
      headers: { ...(isJson ? { 'Content-Type': 'application/json' } : {}), ...headers },
    })
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 300)}`).toBe(status)
    return answer
  }

  /** Checks that the tested calls are the contract's, and that those of members and admins need their token. */
  async function expectTokens(count: number) {
    expect(tested.size).toBe(count)
    for (const route of tested) {
      const call = contract.find((known) => known.route === route)
      expect(call, route).toBeDefined()
      if (call!.access === 'anyone') continue
      const [method, path] = route.split(' ') as [string, string]
      const url = `/api${path.replace(/:\w+/g, '1')}`
      const { status, body } = await app.request(method, url)
      expect([route, status, body.message]).toEqual([route, 401, 'Please log in.'])
      if (call!.access === 'member') continue
      const refused = await app.request(method, url, { as: ann })
      expect([route, refused.status, refused.body.message]).toEqual([route, 403, 'Access denied.'])
    }
  }
  return { app, ann, ben, admin, restaurant, burger, tested, send, expectTokens }
}
