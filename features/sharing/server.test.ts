import { beforeAll, describe, expect, it } from 'vitest'
import { photoClient } from '#features/photos/photos.testing.ts'
import { testApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'
import { makePhoto } from '#platform/testing/photos.ts'
import { renderPage } from '#platform/testing/render-page.ts'

const app = await testApp()
let ann: Person
let restaurant: { id: number }
let lucy: { id: number; yoloId: number }

beforeAll(async () => {
  ann = await app.member({ userName: 'Ann Example' })
  restaurant = await app.restaurant({ name: 'Nye’s & Sons' })
  lucy = await app.item({ restaurant: restaurant.id, category: 3, by: ann.id, name: 'Juicy Lucy' })
})

const locs = (xml: string) =>
  [...xml.matchAll(/<loc>http:\/\/yolo\.test([^<]*)<\/loc>/g)].map(([, path]) => path!)

describe('what search engines read', () => {
  it('robots.txt names the sitemap and keeps them off the calls', async () => {
    const { headers, text } = await app.get('/robots.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toContain('Disallow: /api/\n')
    expect(text).toContain('Sitemap: http://yolo.test/sitemap.xml\n')
  })

  it('the sitemaps list pages, cities, restaurants, dishes and members that have something to show', async () => {
    await app.restaurant({ name: 'Nobody’s Diner' })
    await app.member()
    const index = await app.get('/sitemap.xml')
    expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const files = locs(index.text)
    const listed: string[] = []
    for (const file of files) listed.push(...locs((await app.get(file)).text))
    expect(listed).toEqual(
      expect.arrayContaining([
        '/home',
        '/burgers',
        '/burgers/minneapolis-mn-us',
        `/restaurant/${restaurant.id}`,
        `/dish/${lucy.id}`,
        `/user/${ann.id}`,
      ]),
    )
    expect(listed).not.toContain('/wine')
    expect(listed.filter((path) => path.startsWith('/restaurant/'))).toHaveLength(1)
    expect(listed.filter((path) => path.startsWith('/user/'))).toHaveLength(1)
    for (const missing of ['/sitemaps/pages.xml', '/sitemaps/nothing-0.xml'])
      expect((await app.get(missing)).status).toBe(404)
  })
})

describe('a shared link', () => {
  const headOf = async (path: string) => {
    const { html } = await renderPage(app, path)
    const schema = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1]
    return {
      image: /property="og:image" content="([^"]*)"/.exec(html)?.[1],
      noindex: html.includes('<meta name="robots" content="noindex"'),
      description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
      schema: schema && JSON.parse(schema),
    }
  }
  const paths = () => [
    '/burgers/minneapolis-mn-us',
    `/restaurant/${restaurant.id}`,
    `/dish/${lucy.id}`,
    `/user/${ann.id}`,
  ]

  it('shows the site’s picture, and the best dish’s photo once there is one', async () => {
    for (const path of paths())
      expect((await headOf(path)).image).toBe('http://yolo.test/share.png')
    const { upload } = photoClient(app)
    expect((await upload(lucy.yoloId, await makePhoto(), ann)).status).toBe(200)
    for (const path of paths())
      expect((await headOf(path)).image).toMatch(
        /^http:\/\/yolo\.test\/api\/yolo-image\/[0-9a-f]{32}\.jpg$/,
      )
  })

  it('describes the page for search engines', async () => {
    const types = ['ItemList', 'Restaurant', 'MenuItem', 'ProfilePage']
    for (const [n, path] of paths().entries())
      expect((await headOf(path)).schema).toMatchObject({ '@type': types[n] })
    expect((await headOf('/burgers/minneapolis-mn-us')).description).toBe(
      'The best burgers around Minneapolis, MN, ranked by people who eat there: Juicy Lucy at Nye’s &amp; Sons.',
    )
  })

  it('to a page without dishes claims nothing and is noindex', async () => {
    const head = await headOf('/burgers/fargo-nd-us')
    expect(head).toMatchObject({
      noindex: true,
      description: 'Nobody has saved any burgers around Fargo, ND yet.',
      schema: undefined,
    })
  })
})
