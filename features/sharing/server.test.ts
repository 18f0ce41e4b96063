import type { RunCall } from '#platform/contract/wire.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { photoClient } from '#features/photos/photos.testing.ts'
import { sharePicturePaths } from './addresses.ts'
import { pictureSvg, type SharePictureContent } from './picture.server.ts'
import { createSharePictures } from './pictures.server.ts'

const app = await testApp()
const ann = await app.member()
const nyes = await app.restaurant({ name: 'Nye’s <Bar> & Grill' })
const closed = await app.restaurant()
const lucy = await app.item({
  restaurant: nyes.id,
  category: 3,
  by: ann.id,
  name: 'Juicy Lucy',
  upvotes: 5,
})
const beer = await app.item({ restaurant: nyes.id, category: 10, by: ann.id })
await app.item({ restaurant: closed.id, category: 3, by: ann.id })
const gone = await app.item({ restaurant: nyes.id, category: 2, by: ann.id })
await app.post(`/api/items/${gone.id}/expired`, {}, { as: await app.member({ id: 6 }) })
await app.database
  .updateTable('restaurants')
  .set({ deleted_at: new Date() })
  .where('id', '=', closed.id)
  .execute()

const bytes = async (path: string) => {
  const answer = await fetch(app.origin + path)
  return { answer, body: Buffer.from(await answer.arrayBuffer()) }
}

/** Returns what a picture would be drawn from. */
const factsOf = (name: string) =>
  new Promise<SharePictureContent>((resolve, reject) => {
    createSharePictures(
      () =>
        (async (route: string, input: Record<string, unknown>) => {
          const path = route.replace('GET ', '/api').replace(':id', String(input.id))
          const query = new URLSearchParams(input as Record<string, string>)
          return (await app.get(`${path}?${query}`)).body
        }) as RunCall,
      async (facts) => {
        resolve(facts)
        return Buffer.from('')
      },
    )
      .get(name, 'a network')
      .catch(reject)
  })

describe('pictures for shared links', () => {
  test.each([
    sharePicturePaths.site,
    sharePicturePaths.category('burgers'),
    sharePicturePaths.category('burgers', 'minneapolis-mn-us'),
    sharePicturePaths.restaurant(nyes.id),
    sharePicturePaths.member(ann.id),
    sharePicturePaths.dish(beer.id),
  ])('%s is a PNG of 1200 × 630 that every network takes', async (path) => {
    const { answer, body } = await bytes(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(body.length).toBeLessThan(300_000)
    expect(await sharp(body).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
    })
    const again = await app.get(path, {
      headers: { 'if-none-match': answer.headers.get('etag')! },
    })
    expect(again.status).toBe(304)
  })

  test.each([
    '/og/restaurant/999999.png',
    '/og/restaurant/99999999999.png',
    '/og/member/999999.png',
    '/og/category/nonsense.png',
    '/og/category/burgers/nowhere-at-all.png',
    '/og/site.svg',
    '/og/..%2f..%2fpackage.json',
    '/og/',
  ])('%s → 404', async (path) => {
    const { status, body } = await app.get(path)
    expect(status).toBe(404)
    expect(body.message).toEqual(expect.any(String))
  })

  // Each picture has one address, so that other spellings of it don't fill the cache. What is written with % is the same
  // address once it is read.
  test.each([
    'restaurant/00ID',
    'restaurant/ID.0',
    'restaurant/+ID',
    'restaurant/ID/',
    'restaurant//ID',
    'Restaurant/ID',
    'dish/0ID',
    'member/0ID',
    'category/Burgers',
    'category/burgers/',
    'category/burgers/Minneapolis-mn-us',
    'category/burgers/minneapolis-mn-us/',
    'category/burgers/minneapolis-mn-us%20',
    'Site',
    'site/',
  ])('%s is no other address of a picture', async (other) => {
    expect((await app.get(`/og/${other.replace('ID', String(nyes.id))}.png`)).status).toBe(404)
  })

  test('show the best dishes, and not what a restaurant’s name would smuggle in', async () => {
    const facts: unknown[] = []
    const ask = app.get
    const drawn = createSharePictures(
      () =>
        (async (route: string, input: object) => {
          const path = route.replace('GET ', '/api').replace(':id', String((input as any).id))
          return (await ask(path)).body
        }) as RunCall,
      async (given) => {
        facts.push(given)
        return Buffer.from('')
      },
    )
    await drawn.get(`restaurant/${nyes.id}`, 'a network')
    expect(facts).toMatchObject([
      { title: nyes.name, dishes: [{ name: 'Juicy Lucy', votes: 5 }, {}] },
    ])
    const svg = pictureSvg({
      subtitle: '',
      title: '</svg><script>北',
      dishes: [{ name: '"><image href="file:///etc/passwd"/>京', where: '&x;', votes: 1 }],
    })
    expect(svg).not.toMatch(/<script|<image|&x;/)
    expect(svg.match(/<\/svg>/g)).toHaveLength(1)
    await sharp(Buffer.from(svg)).png().toBuffer()
  })

  test('number dishes only where they are ranked', async () => {
    const digits = /fill="#f3bd35"/
    for (const name of [`restaurant/${nyes.id}`, 'category/burgers'])
      expect(pictureSvg(await factsOf(name)), name).toMatch(digits)
    expect(pictureSvg(await factsOf(`member/${ann.id}`))).not.toMatch(digits)
    expect((await factsOf(`dish/${lucy.id}`)).line).toBe(
      'No. 1 in Burgers near Minneapolis, MN · 5 upvotes',
    )
  })

  test.each([
    ['Hebrew', 'המבורגר (כפול) 250g!', 'direction="rtl"'],
    ['Arabic', 'فلافل بالحمص', 'direction="rtl"'],
    ['Latin and Hebrew', 'Hummus חומוס 100%', 'text-anchor="start"'],
    ['Arabic after Arabic digits and Latin', '١٢ Hummus حمص', 'text-anchor="start"'],
    ['Thai', 'ผัดไทย', 'text-anchor="start"'],
    ['Russian', 'Борщ', 'text-anchor="start"'],
  ])(
    'letters of a name in %s are joined and ordered, not drawn one by one',
    async (_, name, how) => {
      const by = await app.member()
      const item = await app.item({ restaurant: nyes.id, category: 3, by: by.id, name })
      for (const path of [`dish/${item.id}`, `member/${by.id}`]) {
        const [, attributes = ''] = pictureSvg(await factsOf(path))
          .split(`>${name}</text>`)[0]!
          .split(/.*<text/s)
        expect(attributes, path).toContain(how)
        expect((await bytes(`/og/${path}.png`)).answer.status).toBe(200)
      }
    },
  )

  test('each line of a long Hebrew name runs from right to left, also one in Latin letters', () => {
    const title = 'המבורגר עם בצל Thousand Island Dressing'
    const photo = Buffer.from('')
    const svg = pictureSvg({ title, subtitle: 'Nye’s', line: 'Closed', dishes: [], photo })
    const lines = [...svg.matchAll(/<text([^>]+)>([^<]+)/g)]
    expect(lines.map(([, , line]) => line)).toContain('Thousand')
    for (const [, attributes] of lines) expect(attributes).toContain('direction="rtl"')
  })

  test('Latin letters need no font of the machine', () => {
    const dishes = [{ name: 'Crème brûlée “Łódź”', where: 'Nye’s · Berlin', votes: 3 }]
    expect(pictureSvg({ subtitle: 'The best', title: 'Desserts', dishes })).not.toContain('<text')
  })

  test('are drawn one at a time, once for all who ask, and again after a failure', async () => {
    let [now, busiest, count] = [0, 0, 0]
    let [open, asking] = [0, 0]
    const drawn = createSharePictures(
      () =>
        (async (_route, { id }: any) => {
          asking = Math.max(asking, ++open)
          await new Promise(setImmediate)
          open--
          return { restaurant: { name: String(id), cityName: 'X' }, items: [] }
        }) as RunCall,
      async ({ title }) => {
        busiest = Math.max(busiest, ++now)
        count++
        await new Promise(setImmediate)
        now--
        if (title === '3' && count < 10) throw new Error('the pencil broke')
        return Buffer.from(title)
      },
    )
    const names = [1, 2, 3, 1, 2].map((id) => `restaurant/${id}`)
    const answers = await Promise.allSettled(names.map((name) => drawn.get(name, 'a network')))
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect([asking, busiest, count]).toEqual([1, 1, 3])
    count = 10
    expect((await drawn.get('restaurant/3', 'a network')).png.toString()).toBe('3')
    // The place of that picture is free a few rounds of the event loop later.
    for (let n = 0; n < 5; n++) await new Promise(setImmediate)
    const crowd = Array.from({ length: 120 }, (_, index) =>
      drawn.get(`restaurant/${index + 10}`, `network ${index % 24}`),
    )
    const refused = (await Promise.allSettled(crowd)).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(20)
    expect(refused[0]).toMatchObject({ reason: { status: 503 } })
  })

  test('S31 a network waits for five pictures at most, and others get theirs meanwhile', async () => {
    let finish: () => void
    const drawing = new Promise<void>((resolve) => (finish = resolve))
    const drawn = createSharePictures(
      () =>
        (async () => ({
          restaurant: { name: 'X', cityName: 'X' },
          items: [],
        })) as unknown as RunCall,
      async () => {
        await drawing
        return Buffer.from('X')
      },
    )
    const ask = (id: number, network: string) => drawn.get(`restaurant/${id}`, network)
    const first = Array.from({ length: 5 }, (_, id) => ask(id + 1, '192.0.2.1'))
    await expect(ask(6, '192.0.2.1')).rejects.toMatchObject({ status: 503 })
    const others = [ask(7, '192.0.2.2'), ask(1, '192.0.2.1')]
    finish!()
    await Promise.all([...first, ...others])
    await ask(6, '192.0.2.1')
  })

  test('S31 who asks for a picture that many others wait for gets it in their own turn', async () => {
    const order: string[] = []
    const drawn = createSharePictures(
      () =>
        (async (_route, { id }: any) => ({
          restaurant: { name: String(id), cityName: 'X' },
          items: [],
        })) as RunCall,
      async ({ title }) => {
        order.push(title)
        await new Promise(setImmediate)
        return Buffer.from(title)
      },
    )
    const theirs = Array.from({ length: 25 }, (_, n) =>
      drawn.get(`restaurant/${n + 1}`, `2001:db8:0:${n % 5}::1`),
    )
    await drawn.get('restaurant/25', '192.0.2.1')
    expect(order.length).toBeLessThan(8)
    await Promise.all(theirs)
    expect(order).toHaveLength(25)
  })

  test('S31 a silent store of photos or a slow read keeps no other prefix’s picture waiting', async () => {
    const { promise: silence, reject: giveUp } = Promise.withResolvers<never>()
    const restaurant = { restaurant: { name: 'X', cityName: 'X' }, items: [] }
    const dish = { name: 'X', restaurantName: 'X', cityName: 'X', categoryId: 3, upvoteCount: 0 }
    const drawn = createSharePictures(
      () =>
        (async (route: string, { id }: any) => {
          if (route === 'GET /items/:id') return { ...dish, photo: { image: 'x.jpg' } }
          return id === 1 ? silence : restaurant
        }) as RunCall,
      async ({ photo }) => photo ?? Buffer.from('plain'),
      () => silence,
    )
    const plain = async (name: string, network: string) =>
      expect((await drawn.get(name, network)).png.toString()).toBe('plain')
    const dishes = Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => plain(`dish/${n + 1}`, `2001:db8:0:${n % 6}::1`)),
    )
    // Each has begun or waits its turn.
    for (let n = 0; n < 100; n++) await new Promise(setImmediate)
    await plain('restaurant/2', '192.0.2.1')
    const slow = drawn.get('restaurant/1', '192.0.2.2')
    await plain('restaurant/3', '192.0.2.3')
    giveUp(new Error('silent'))
    await expect(slow).rejects.toThrow('silent')
    // Some gave up their places to the others.
    const rest = (await dishes).filter(({ status }) => status === 'fulfilled')
    expect(rest.length).toBeGreaterThan(25)
  })
})

test('S10 a network has a hundred pictures drawn in five minutes, and those that are drawn are free', async () => {
  const limited = await testApp({ rateLimits: true, settings: { trustProxy: ['127.0.0.1'] } })
  const ask = async (path: string, network: number) => {
    const headers = { 'x-forwarded-for': `198.51.100.${network}` }
    return (await fetch(`${limited.origin}/og/${path}.png`, { headers })).status
  }
  expect(await ask('site', 1)).toBe(200)
  const unknown = Array.from({ length: 99 }, (_, id) => ask(`restaurant/9${100 + id}`, 1))
  expect(await Promise.all(unknown)).not.toContain(429)
  expect(await ask('restaurant/9000', 1)).toBe(429)
  expect(await ask('site', 1)).toBe(200)
  expect(await ask('restaurant/9000', 2)).toBe(404)
})

test('S37 a dish’s picture shows its photo, and no longer than a minute once that is taken down', async () => {
  const photo = await sharp({
    create: { width: 800, height: 600, channels: 3, background: '#00ff00' },
  })
    .jpeg()
    .toBuffer()
  await photoClient(app).upload(lucy.yoloId, photo, ann)
  const { answer, body } = await bytes(sharePicturePaths.dish(lucy.id))
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
  const corner = { left: 1000, top: 300, width: 10, height: 10 }
  const { channels } = await sharp(await sharp(body).extract(corner).toBuffer()).stats()
  expect(channels[1]!.mean).toBeGreaterThan(200)
  expect(channels[0]!.mean).toBeLessThan(60)
  expect(body.length).toBeLessThan(600_000)
})

describe('what search engines read', () => {
  test('robots.txt names the sitemap and keeps them off the calls', async () => {
    const { headers, text } = await app.get('/robots.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toContain('Disallow: /api/\n')
    expect(text).toContain('Sitemap: http://yolo.test/sitemap.xml\n')
  })
})

test('S10 a member’s picture that is kept counts, because the database is asked for its member', async () => {
  const limited = await testApp({ rateLimits: true, beside: app })
  const left = async () => {
    const headers = await limited.services.limits.spend('drawn-preview', {
      ip: '127.0.0.1',
      viewer: null,
    })
    return Number(headers['RateLimit-Remaining'])
  }
  const picture = () => fetch(limited.origin + sharePicturePaths.member(ann.id))
  expect((await picture()).status).toBe(200)
  const before = await left()
  expect(before).toBeGreaterThan(2_000)
  for (let n = 0; n < 3; n++) expect((await picture()).status).toBe(200)
  // The question for what is left counts, too.
  expect(await left()).toBe(before - 4)
})
