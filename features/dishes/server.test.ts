import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { renderPage } from '#platform/testing/render-page.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const show = (id: number, as?: { token: string }) => app.get(`/api/items/${id}`, { as })
const page = async (id: number, cursor?: string | null) =>
  app.get(`/api/items/${id}/yolos${cursor ? `?cursor=${cursor}` : ''}`)

describe('GET /items/{id}', () => {
  it('is the card with its place in the city’s list', async () => {
    const [here, there] = [await app.restaurant(), await app.restaurant()]
    const far = await app.restaurant({ latitude: 46, longitude: -93.27 })
    const dish = async (restaurant: number, upvotes: number) =>
      app.item({ restaurant, category: 4, by: (await app.member()).id, upvotes })
    await dish(there.id, 9)
    await dish(far.id, 99)
    const mine = await dish(here.id, 5)
    await dish(here.id, 1)
    const { status, body } = await show(mine.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: mine.id,
      itemName: mine.name,
      gone: false,
      closed: false,
      canUpvote: true,
      rank: { place: 2, of: 3 },
      citySlug: 'minneapolis-mn-us',
    })
    const list = await app.get('/api/yolos?category=4&latitude=44.98&longitude=-93.27')
    expect(list.body.nearBy[1].id).toBe(mine.id)
    for (let n = 0; n < 5; n++)
      await app.post(`/api/items/${mine.id}/upvote`, {}, { as: await app.member() })
    expect((await show(mine.id)).body.rank.place).toBe(1)
  })

  it('has no rank while it is gone, and 404 where there is none', async () => {
    const { id: restaurant } = await app.restaurant()
    const item = await app.item({ restaurant, category: 3, by: (await app.member()).id })
    await app.database
      .updateTable('items')
      .set({ hidden_at: new Date() })
      .where('id', '=', item.id)
      .execute()
    expect((await show(item.id)).body).toMatchObject({ gone: true, canUpvote: false, rank: null })
    for (const [id, status] of [
      [2_000_000_000, 404],
      [0, 400],
      [2 ** 31, 400],
    ] as const) {
      expect((await show(id)).status).toBe(status)
      expect((await page(id)).status).toBe(status)
    }
  })
})

describe('GET /items/{id}/yolos', () => {
  it('gives those of counting members, the newest first, 20 a page', async () => {
    const { id: restaurant } = await app.restaurant()
    const created = (n: number) => new Date(Date.UTC(2026, 1, 1 + Math.floor(n / 2)))
    const first = await app.member()
    const item = await app.item({ restaurant, category: 3, by: first.id, createdAt: created(-9) })
    const save = async (n: number, verified: boolean) =>
      app.database
        .insertInto('yolos')
        .values({
          user_id: (await app.member({ verified })).id,
          item_id: item.id,
          category_id: 3,
          slot: 1,
          description: `Reason ${n}`,
          // Two yolos share each moment, so that their order depends on the id.
          created_at: created(n),
        })
        .execute()
    for (let n = 0; n < 44; n++) await save(n, true)
    await save(99, false)
    const seen: any[] = []
    const sizes: number[] = []
    let cursor: string | null = null
    do {
      const { body }: { body: any } = await page(item.id, cursor)
      sizes.push(body.yolos.length)
      seen.push(...body.yolos)
      cursor = body.cursor
    } while (cursor)
    expect(sizes).toEqual([20, 20, 5])
    expect(new Set(seen.map(({ id }) => id)).size).toBe(45)
    const times = seen.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted((a, b) => (a < b ? 1 : -1)))
    expect((await page(item.id, 'x')).body.error).toBe('bad_cursor')
  })
})

describe('the page', () => {
  it('says all that a shared link needs, and that it is gone', async () => {
    const { id: restaurant } = await app.restaurant({ name: 'Lucy & Gus' })
    const ann = await app.member({ userName: 'Ann of the Page' })
    const dish = await app.item({
      restaurant,
      category: 3,
      by: ann.id,
      name: 'Juicy Lucy',
      description: 'Molten <b>in the</b> middle',
      tags: [35, 36, 37, 38, 39],
    })
    const see = async () => (await renderPage(app, `/dish/${dish.id}`)).html
    const html = await see()
    expect(html).toContain('<title>Juicy Lucy at Lucy &amp; Gus, Minneapolis, MN · Yolo</title>')
    expect(html).toContain('Ann of the Page')
    expect(html).toContain('Molten &lt;b&gt;in the&lt;/b&gt; middle')
    expect(html).toContain('is a favorite of')
    expect(html).toContain('>Mushroom</span>')
    expect(html).toContain(`/add-yolo?restaurant=${restaurant}&amp;category=3&amp;item=${dish.id}`)
    expect(html).not.toMatch(/ style="/)
    await app.database
      .updateTable('items')
      .set({ hidden_at: new Date() })
      .where('id', '=', dish.id)
      .execute()
    const gone = await see()
    expect(gone).toContain('Members say it’s no longer on the menu')
    expect(gone).toContain('Votes are off')
    expect(gone).toContain('<meta name="robots" content="noindex"')
  })

  it('of a dish that was merged moves for good to the one that stayed', async () => {
    const { id: restaurant } = await app.restaurant()
    const make = async () => app.item({ restaurant, category: 3, by: (await app.member()).id })
    const [goes, stays] = [await make(), await make()]
    const as = await app.member({ id: 514 })
    await app.post(`/api/items/${goes.id}/merge`, { into: stays.id }, { as })
    expect(await renderPage(app, `/dish/${goes.id}`)).toMatchObject({
      status: 301,
      redirect: `/dish/${stays.id}`,
    })
    expect((await show(goes.id)).body).toMatchObject({ id: stays.id, yoloCount: 2 })
  })
})
