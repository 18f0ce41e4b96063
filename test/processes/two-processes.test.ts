import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import { valueInTime } from '#platform/testing/settled.ts'

// `app` runs in this process and `site` in another. They only share the database and the state folder.
let app: TestApp
let site: SiteProcess
beforeAll(async () => {
  app = await testApp()
  site = await startSite({
    DATABASE_URL: app.databaseUrl,
    STATE_DIR: app.services.settings.stateDir,
    ORIGIN: app.services.settings.origin,
  })
})
afterAll(() => site?.end('SIGTERM'))

describe('F16 two processes on one database', () => {
  it('agree within seconds on lists, pages and who is logged in', async () => {
    const { placeId, id: restaurantId } = await app.restaurant()
    const [ann, bob] = [await app.member(), await app.member()]
    const at = 'latitude=44.98&longitude=-93.27'
    const listed = (on: TestApp | SiteProcess) => async () =>
      (await on.get(`/api/yolos?category=3&${at}`)).body.nearBy.map(
        (card: { itemName: string; upvoteCount: number }) => [card.itemName, card.upvoteCount],
      )
    const drawn = (path: string, names: string[]) => async () => {
      const { text } = await site.get(path)
      return names.filter((name) => text.includes(name))
    }
    const burgers = (names: string[]) => drawn(`/burgers?${at}`, names)
    const restaurant = (names: string[]) => drawn(`/restaurant/${restaurantId}`, names)
    const save = (on: TestApp | SiteProcess, itemName: string, as: Person) =>
      on.post('/api/yolos', { placeId, categoryId: 3, itemName }, { as })

    // Fill all caches with the earlier state.
    expect(await listed(app)()).toEqual([])
    expect(await listed(site)()).toEqual([])
    expect(await burgers(['Smash'])()).toEqual([])

    const { body: smash } = await save(app, 'Smash', ann)
    expect(await valueInTime(listed(site), [['Smash', 0]])).toEqual([['Smash', 0]])
    expect(await valueInTime(burgers(['Smash']), ['Smash'])).toEqual(['Smash'])
    expect(await valueInTime(restaurant(['Smash']), ['Smash'])).toEqual(['Smash'])

    await save(site, 'Plain', bob)
    await app.post(`/api/items/${smash.itemId}/upvote`, {}, { as: bob })
    const both = [
      ['Smash', 1],
      ['Plain', 0],
    ]
    expect(await valueInTime(listed(app), both)).toEqual(both)
    expect(await valueInTime(listed(site), both)).toEqual(both)
    expect(await valueInTime(restaurant(['Smash', 'Plain']), ['Smash', 'Plain'])).toEqual([
      'Smash',
      'Plain',
    ])

    await site.delete(`/api/yolos/delete/${smash.id}`, {}, { as: ann })
    expect(await valueInTime(listed(app), [['Plain', 0]])).toEqual([['Plain', 0]])
    expect(await valueInTime(burgers(['Smash', 'Plain']), ['Plain'])).toEqual(['Plain'])

    expect((await site.get('/api/my-page', { as: ann })).status).toBe(200)
    await app.post('/api/logout', {}, { as: ann })
    expect((await site.get('/api/my-page', { as: ann })).status).toBe(401)
  })

  it('do every job once', async () => {
    const members: Person[] = []
    for (let n = 0; n < 30; n++) members.push(await app.member({ verified: false }))
    await Promise.all(
      members.map((as, n) => (n % 2 ? app : site).post('/api/resend-verification', {}, { as })),
    )
    const states = async () => {
      const { rows } = await sql<{ state: string; count: number }>`
        select state, count(*)::integer as count from pgboss.job where name = 'mail' group by state`.execute(
        app.database,
      )
      return rows
    }
    await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: 'completed', count: 30 }])
    const mails = await app.mails()
    const sentTo = mails.map((text) => /^To: <?([^>\r\n]+)/m.exec(text)?.[1]?.replaceAll('"', ''))
    expect(sentTo).toHaveLength(30)
    expect(new Set(sentTo)).toEqual(new Set(members.map(({ email }) => email)))
  })
})
