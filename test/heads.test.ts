import { beforeAll, describe, expect, it } from 'vitest'
import { contestDescription } from '#features/contests/pages/contest-facts.tsx'
import type { Contest } from '#features/contests/contract.ts'
import { pictureSvg, type SharePictureContent } from '#features/sharing/picture.server.ts'
import { createSharePictures } from '#features/sharing/pictures.server.ts'
import { readSitemap } from '#features/sharing/sitemap.testing.ts'
import type { DistanceUnit } from '#platform/text/distance.ts'
import { testApp } from '#platform/testing/app.ts'
import { renderPage, visitorCalls } from '#platform/testing/render-page.ts'

// What a page says about itself to search engines and in shared links must match what it shows.

const app = await testApp()
const ask = visitorCalls(app)

async function headOf(path: string, distanceUnit: DistanceUnit = 'mi') {
  const { html } = await renderPage(app, path, { distanceUnit })
  const found = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&#x27;', '’') ?? null
  const schema = found(/<script type="application\/ld\+json">(.*?)<\/script>/)
  return {
    html,
    noindex: html.includes('<meta name="robots" content="noindex">'),
    description: found(/<meta name="description" content="([^"]*)"/),
    canonical: found(/<link rel="canonical" href="([^"]*)"/),
    schema: schema && JSON.parse(schema),
    named: (schema ?? '') + found(/<meta name="description" content="([^"]*)"/),
  }
}

async function pictureFacts(name: string): Promise<SharePictureContent> {
  let facts: SharePictureContent | undefined
  await createSharePictures(
    () => ask,
    async (given) => {
      facts = given
      return Buffer.from(pictureSvg(given))
    },
  ).get(name, 'a network')
  return facts!
}

const fargo = { latitude: 46.87719, longitude: -96.7898 }
const dish: Record<'york' | 'near' | 'cheap', { id: number; name: string }> = {} as never
let [shut, bare, closed] = [0, 0, 0]
const admin = await app.member({ id: 6 })
// The first page of a process loads some hundred modules, for which a test has no time on a busy machine. It isn't the
// list of burgers, which would be kept as it is now: empty.
await headOf('/beer')

beforeAll(async () => {
  const by = async () => (await app.member()).id
  const york = await app.restaurant({
    name: 'The Long Pour',
    latitude: 40.7128,
    longitude: -74.006,
  })
  dish.york = await app.item({
    restaurant: york.id,
    category: 3,
    by: await by(),
    name: 'Gantry Burger',
    upvotes: 9,
  })
  const here = await app.restaurant({ name: 'Nye’s' })
  dish.near = await app.item({
    restaurant: here.id,
    category: 3,
    by: await by(),
    name: 'Juicy Lucy',
    upvotes: 5,
  })
  dish.cheap = await app.item({
    restaurant: here.id,
    category: 3,
    by: await by(),
    name: 'Plain Patty',
    tags: [35],
  })
  bare = (await app.restaurant({ name: 'Nobody’s Diner' })).id
  closed = (await app.restaurant({ name: 'The Shut Door' })).id
  shut = (await app.item({ restaurant: closed, category: 3, by: await by(), name: 'Last Bun' })).id
  await app.post(`/api/restaurants/${closed}/closed`, {}, { as: admin })
})

describe('a city where nobody has saved a dish', () => {
  it('says so, names no dish of elsewhere and stays off the search engines’ lists', async () => {
    const head = await headOf('/burgers/fargo-nd-us')
    expect(head.html).toContain('Gantry Burger')
    expect(head.noindex).toBe(true)
    expect(head.description).toBe('Nobody has saved any burgers around Fargo, ND yet.')
    expect(head.schema).toBeNull()
    expect(head.html).toContain('Nobody has saved any burgers within 20 miles of Fargo yet.')
  })

  it('lists restaurants that likely serve it, which neither head, structured data nor picture name', async () => {
    const likely = await app.restaurant({ name: 'Fargo Burger', ...fargo })
    const head = await headOf('/burgers/fargo-nd-us')
    expect(head.html).toContain('Restaurants nearby that likely serve burgers')
    expect(head.html).toContain(`href="/add-yolo?restaurant=${likely.id}&amp;category=3"`)
    expect(head.html).toMatch(
      /href="\/burgers\/minneapolis-mn-us">Burgers in Minneapolis, \d+ mi away/,
    )
    expect(head.noindex).toBe(true)
    expect(head.schema).toBeNull()
    expect(head.named).not.toContain('Fargo Burger')
    expect(JSON.stringify(await pictureFacts('category/burgers/fargo-nd-us'))).not.toContain(
      'Fargo Burger',
    )
    const { text } = await readSitemap(app, 'cities')
    expect(text).not.toContain('fargo')
    for (const search of ['price=1', 'open=now', 'tags=35'])
      expect((await headOf(`/burgers/fargo-nd-us?${search}`)).html).not.toContain('likely serve')
    // Five dishes are enough.
    const { id: restaurant } = await app.restaurant({ name: 'Fargo Grill', ...fargo })
    const dishes = []
    for (let n = 1; n <= 5; n += 1)
      dishes.push(await app.item({ restaurant, category: 3, by: (await app.member()).id }))
    await expect
      .poll(async () => (await headOf('/burgers/fargo-nd-us')).html)
      .not.toContain('likely serve')
    await app.database
      .updateTable('items')
      .set({ deleted_at: new Date() })
      .where('id', '=', dishes[0]!.id)
      .execute()
    await expect.poll(async () => (await headOf('/burgers/fargo-nd-us')).noindex).toBe(false)
    await expect
      .poll(async () => (await headOf('/burgers/fargo-nd-us')).html)
      .toContain('data-nosnippet')
    await app.database
      .updateTable('items')
      .set({ deleted_at: new Date() })
      .where('restaurant_id', '=', restaurant)
      .execute()
    await expect.poll(async () => (await headOf('/burgers/fargo-nd-us')).noindex).toBe(true)
  })

  it('is no better by a point, with filters or on a further page', async () => {
    const at = `latitude=${fargo.latitude}&longitude=${fargo.longitude}`
    for (const search of [at, `${at}&price=1`, `${at}&tags=35&sort=trending`, `${at}&open=now`]) {
      const head = await headOf(`/burgers?${search}`)
      expect(head.noindex, search).toBe(true)
      expect(head.named, search).not.toContain('Gantry Burger')
      expect(head.schema, search).toBeNull()
    }
  })

  it('has a picture for shared links that says so', async () => {
    expect(await pictureFacts('category/burgers/fargo-nd-us')).toEqual({
      subtitle: '',
      title: 'Nobody has saved any burgers around Fargo, ND yet',
      dishes: [],
    })
  })

  it('is in no sitemap, nor is one whose dishes are too far from it to be on its page', async () => {
    const far = await app.restaurant({ name: 'Far Out', latitude: 46.3, longitude: -98 })
    await app.database
      .updateTable('restaurants')
      .set({ city_label: 'Fargo, ND, US', city_slug: 'fargo-nd-us' })
      .where('id', '=', far.id)
      .execute()
    await app.item({ restaurant: far.id, category: 2, by: (await app.member()).id })
    const nowhere = await app.restaurant({ name: 'No City' })
    await app.database
      .updateTable('restaurants')
      .set({ city_label: 'Nowhere', city_slug: 'nowhere-zz-us' })
      .where('id', '=', nowhere.id)
      .execute()
    await app.item({ restaurant: nowhere.id, category: 2, by: (await app.member()).id })
    const { text } = await readSitemap(app, 'cities')
    expect(text).toContain('/burgers/minneapolis-mn-us')
    expect(text).not.toMatch(/fargo|nowhere/)
    expect((await headOf('/pizza/fargo-nd-us')).noindex).toBe(true)
  })
})

describe('a city’s list', () => {
  it('is told by what is near it alone', async () => {
    const head = await headOf('/burgers/minneapolis-mn-us')
    expect(head.noindex).toBe(false)
    expect(head.canonical).toBe('http://yolo.test/burgers/minneapolis-mn-us')
    expect(head.description).toBe(
      'The best burgers around Minneapolis, MN, ranked by people who eat there: Juicy Lucy at Nye’s, Plain Patty at Nye’s.',
    )
    expect(head.schema.itemListElement).toHaveLength(2)
    expect(JSON.stringify(head.schema)).not.toContain('Gantry')
    expect(await pictureFacts('category/burgers/minneapolis-mn-us')).toMatchObject({
      dishes: [{ name: 'Juicy Lucy' }, { name: 'Plain Patty' }],
    })
  })

  it.each(['tags=35', 'price=1', 'sort=trending', 'distanceMiles=1'])(
    'with %s doesn’t call its part of the list the best of the city',
    async (search) => {
      const head = await headOf(`/burgers/minneapolis-mn-us?${search}`)
      expect(head.schema).toBeNull()
      expect(head.description).not.toMatch(/best|Lucy|Patty|Gantry/)
    },
  )
})

it('a further page of a list doesn’t call its dishes the best', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'The Long Menu' })
  for (let made = 0; made < 51; made++)
    await app.item({ restaurant, category: 7, by: (await app.member()).id, name: `Egg ${made}` })
  const at = { category: 7, latitude: 44.98, longitude: -93.26 }
  const { nearByCursor, topCursor } = await ask('GET /yolos', at)
  expect(topCursor).toBeNull()
  const head = await headOf(
    `/breakfast/minneapolis-mn-us?list=nearBy&from=50&cursor=${encodeURIComponent(nearByCursor!)}`,
  )
  expect(head.html).toMatch(/Egg \d/)
  expect(head.noindex).toBe(false)
  expect(head.schema).toBeNull()
  expect(head.description).toBe(
    'Favorite breakfasts around Minneapolis, MN, ranked by people who eat there.',
  )
})

it('readers of kilometers read them in the page; its head, links and data stay in miles', async () => {
  const path = '/burgers/minneapolis-mn-us?distanceMiles=5'
  const [here, abroad] = [await headOf(path, 'mi'), await headOf(path, 'km')]
  const away = (html: string) =>
    /Nye’s<\/a>[^<]*(?:<!-- -->)?\s*<span[^>]*>([^<]*)</.exec(html)?.[1]
  expect(here.html).toContain('Within 5 miles of Minneapolis</h2>')
  expect(here.html).toContain('Distance - mi')
  expect(away(here.html)).toMatch(/^0\.\d mi$/)
  expect(abroad.html).toContain('Within 8 kilometers of Minneapolis</h2>')
  expect(abroad.html).toContain('Distance - km')
  expect(away(abroad.html)).toMatch(/^\d00 m$/)
  expect(abroad.html).not.toMatch(/\d miles?\b|\d mi\b/)
  const told = ({ html }: typeof here) => [
    ...html.matchAll(/<meta [^>]*>|(?:href|value)="[^"]*"|"distanceMiles":[\d.]+/g),
  ]
  expect(told(abroad).map(String)).toEqual(told(here).map(String))
  expect(told(abroad).map(String)).toContain('value="5"')
})

describe('a list of everywhere', () => {
  it('is told by its own best', async () => {
    const head = await headOf('/burgers')
    expect(head.schema.itemListElement[0].item.name).toBe('Gantry Burger')
    expect(head.description).toContain('Gantry Burger at The Long Pour')
  })

  it('without a dish says so, is noindex and in no sitemap', async () => {
    const head = await headOf('/wine')
    expect(head.noindex).toBe(true)
    expect(head.description).toBe('Nobody has saved any wines yet.')
    const { text } = await readSitemap(app, 'pages')
    expect(text).toContain('<loc>http://yolo.test/burgers</loc>')
    expect(text).not.toContain('<loc>http://yolo.test/wine</loc>')
    expect(await pictureFacts('category/wine')).toMatchObject({
      title: 'Nobody has saved any wines yet',
    })
  })
})

describe('a restaurant', () => {
  it('with nothing saved claims nothing to order', async () => {
    const head = await headOf(`/restaurant/${bare}`)
    expect(head.noindex).toBe(true)
    expect(head.description).toBe(
      'Nobody has saved a favorite at Nobody’s Diner, 1 Test Street, Minneapolis, MN yet.',
    )
    expect((await pictureFacts(`restaurant/${bare}`)).subtitle).toBe('Minneapolis, MN')
  })

  it('that has closed says so, also in its picture and that of its dishes', async () => {
    const head = await headOf(`/restaurant/${closed}`)
    expect(head.noindex).toBe(true)
    expect(head.description).toBe(
      'Members say that The Shut Door, 1 Test Street, Minneapolis, MN has closed.',
    )
    expect(head.schema).toBeNull()
    expect((await pictureFacts(`restaurant/${closed}`)).subtitle).toBe('Closed · Minneapolis, MN')
    expect((await pictureFacts(`dish/${shut}`)).line).toBe('Members say it has closed')
    const dishHead = await headOf(`/dish/${shut}`)
    expect(dishHead.noindex).toBe(true)
    expect(dishHead.description).toBe(
      'Last Bun at The Shut Door: members say that the restaurant has closed.',
    )
  })
})

it('a dish that is gone is told as gone, also in its picture', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'New Menu' })
  const gone = await app.item({
    restaurant,
    category: 3,
    by: (await app.member()).id,
    name: 'Old Bun',
    upvotes: 2,
  })
  await app.post(`/api/items/${gone.id}/expired`, {}, { as: admin })
  const head = await headOf(`/dish/${gone.id}`)
  expect(head.description).toBe('Old Bun at New Menu: members say that it’s no longer on the menu.')
  expect(head.schema).toBeNull()
  expect((await pictureFacts(`dish/${gone.id}`)).line).toBe('No longer on the menu')
})

it('a member without favorites is told as that, and noindex', async () => {
  const { id } = await app.member({ userName: 'Quiet Quentin' })
  const head = await headOf(`/user/${id}`)
  expect(head.noindex).toBe(true)
  expect(head.description).toBe('Quiet Quentin hasn’t saved any favorites yet.')
  expect((await pictureFacts(`member/${id}`)).subtitle).toBe('No favorites yet')
})

it('a search is noindex, since its words are those of anyone who links to it', async () => {
  const head = await headOf('/search?q=call%20555%200100')
  expect(head.noindex).toBe(true)
  expect(head.html).not.toContain('og:title')
  expect((await headOf('/search')).noindex).toBe(false)
})

describe('a dish for which no verified member speaks', () => {
  const puppetsDish = async (place: { latitude: number; longitude: number }, category: number) => {
    const { id: restaurant } = await app.restaurant({ name: 'Old Town Diner', ...place })
    const puppet = await app.member({ verified: false, userName: `Care ${category}` })
    const name = 'Customer care 1-888-555-0100'
    const by = { category, by: puppet.id, name, description: 'Call now', upvotes: 9 }
    const { id } = await app.item({ restaurant, ...by })
    return { id, restaurant, puppet }
  }
  const verify = ({ id }: { id: number }) =>
    app.database
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', id)
      .execute()
  const expectInvited = async (paths: string[], invited: boolean) => {
    for (const path of paths)
      await expect
        .poll(async () => {
          const head = await headOf(path)
          return [path, !head.noindex, head.schema !== null, head.canonical !== null]
        })
        .toEqual([path, invited, invited, invited])
  }

  it('is on pages as ever, to which search engines are asked not to come', async () => {
    const { id, restaurant, puppet } = await puppetsDish(fargo, 9)
    const pages = ['/mixed-drinks/fargo-nd-us', `/restaurant/${restaurant}`, `/dish/${id}`]
    const paths = [...pages, '/mixed-drinks', `/user/${puppet.id}`]
    await expectInvited(paths, false)
    for (const path of paths) expect((await headOf(path)).html).toContain('>Customer care')
    for (const path of [pages[0]!, pages[1]!, '/mixed-drinks'])
      expect((await headOf(path)).named).not.toContain('care')
    // A shared link looks as before.
    for (const path of paths)
      expect((await headOf(path)).html).toMatch(/property="og:image" content="[^"]*\/og\/[cdrm]/)
    await verify(puppet)
    await expectInvited(paths, true)
    // Nobody else is told who is held: neither their page changes nor what they alone saved.
    const told = async () => (await app.get(`/api/users/${puppet.id}`)).body
    const before = await told()
    await app.post('/api/admin/holds', { userId: puppet.id, reason: 'Ads.' }, { as: admin })
    expect(await told()).toEqual(before)
    await expectInvited(paths, true)
    await app.post('/api/takedowns', { kind: 'member', id: puppet.id, word: 'No.' }, { as: admin })
    await expectInvited([...pages, '/mixed-drinks'], false)
  })

  it('isn’t named to search engines beside others, which keep their places', async () => {
    const { restaurant } = await puppetsDish(fargo, 11)
    const by = (await app.member()).id
    await app.item({ restaurant, category: 11, by, name: 'Flat White' })
    const paths = ['/coffee/fargo-nd-us', '/coffee', `/restaurant/${restaurant}`]
    await expectInvited(paths, true)
    for (const path of paths) {
      const head = await headOf(path)
      expect(head.html).toContain('>Customer care')
      expect(head.named).toContain('Flat White')
      expect(head.named).not.toContain('care')
    }
    const { schema } = await headOf('/coffee')
    expect(schema.itemListElement.map((one: { position: number }) => one.position)).toEqual([2])
  })
})

it('a contest that is closed isn’t told as drawn, nor as drawn on the day that was announced', () => {
  const told = (state: string, seedHash: string | null) =>
    contestDescription({
      prize: 'A watch',
      area: { name: 'Fargo' },
      drawsOn: '2026-03-04',
      state,
      seedHash,
      entriesFrom: '2026-02-01T15:00:00.000Z',
      timeZone: 'America/Chicago',
    } as Contest)
  expect(told('coming', null)).toBe(
    'A watch, for Fargo: save a favorite dish from 2/1/2026, 9:00 AM CST on to take part; drawn on 3/4/2026.',
  )
  expect(told('open', 'x')).toBe(
    'A watch, for Fargo: save a favorite dish to take part; drawn on 3/4/2026.',
  )
  expect(told('closed', 'x')).toBe(
    'A watch, for Fargo. This contest is closed; it is to be drawn on 3/4/2026.',
  )
  expect(told('past', 'x')).toBe(
    'A watch, for Fargo. This contest is over: it has been drawn, and the winner was notified by e-mail.',
  )
  expect(told('past', null)).toBe(
    'A watch, for Fargo. This contest is over: it was drawn on 3/4/2026.',
  )
})

it('a list as a file says in its title what it was narrowed to', async () => {
  const at = 'category=3&latitude=44.98&longitude=-93.27&format=geojson'
  const titleOf = async (search: string) =>
    (await app.get(`/api/yolos/export?${search}`)).body.title
  expect(await titleOf(at)).toBe('Burgers within 20 miles of Minneapolis, MN, US')
  expect(await titleOf(`${at}&price=1,2&open=now&tags=35&sort=trending`)).toBe(
    'Burgers within 20 miles of Minneapolis, MN, US, at $ or $$, with the tag Cheeseburger, open when it was taken, trending this week',
  )
})
