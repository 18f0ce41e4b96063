import { expect, it } from 'vitest'
import type { Client } from '#platform/testing/client.ts'
import { until } from '#platform/testing/until.ts'

type Strangers = {
  site(): Client
  mails(): Promise<string[]>
  /** Stops the site and its database and starts them again. `site` then returns a client of the new site. */
  comesBack(): Promise<void>
}
type Token = { token: string }

/**
 * Tests the main job over HTTP, as an outsider sees it, through a restart of everything. The ranks and distances are
 * those that anyone would expect in the list.
 */
export function mainJob(strangers: Strangers) {
  it(
    'goes from an empty site to a ranked list that survives the end of everything',
    { timeout: 120_000 },
    () => fillListAndComeBack(strangers),
  )
  it('lands exactly three of twenty parallel saves in one category', () => saveTwenty(strangers))
  it('refuses bad input in one shape and changes nothing', () => sendBadInput(strangers))
}

async function signUp({ site, mails }: Strangers, userName: string) {
  const email = `${userName.toLowerCase()}@example.com`
  const { status, body } = await site().post('/api/register', {
    userName,
    email,
    password: `${userName} eats 7 dumplings`,
    birthDate: '1990-05',
  })
  expect(status).toBe(200)
  const token = await until(async () => {
    const mail = (await mails()).find((text) => text.includes(email))
    return /verification-success\?token=([\w-]+)/.exec(mail ?? '')?.[1]
  }, `No mail came to ${email}.`)
  expect((await site().post('/api/verify-email', { token })).status).toBe(200)
  return body as { id: number; token: string }
}

async function save(site: Client, placeId: string, itemName: string, as: Token) {
  const { status, body } = await site.post(
    '/api/yolos',
    { placeId, categoryId: 3, itemName, description: 'Crisp edges.', tags: [] },
    { as },
  )
  expect([status, body.error]).toEqual([200, undefined])
}

async function near(
  site: Client,
  { latitude, longitude }: { latitude: number; longitude: number },
  distanceMiles: number,
  as?: Token,
) {
  const { body } = await site.get(
    `/api/yolos?category=3&latitude=${latitude}&longitude=${longitude}&distanceMiles=${distanceMiles}`,
    { as },
  )
  return body.nearBy as Array<{
    id: number
    itemName: string
    restaurantName: string
    distanceMiles: number
    upvoteCount: number
  }>
}

async function fillListAndComeBack(strangers: Strangers) {
  const { site, comesBack } = strangers
  const ann = await signUp(strangers, 'Ann')
  const [minneapolis] = (await site().get('/api/places/cities?q=minneap')).body
  expect(minneapolis.name).toBe('Minneapolis, MN, US')
  const { latitude, longitude } = minneapolis
  const found = (
    await site().get(`/api/places/restaurants?q=&latitude=${latitude}&longitude=${longitude}`, {
      as: ann,
    })
  ).body
  expect(found.length).toBeGreaterThan(1)
  const [first, second] = found as Array<{ id: string; name: string }>

  await save(site(), first!.id, 'Smash Burger', ann)
  await save(site(), second!.id, 'Plain Burger', ann)
  const listed = await near(site(), minneapolis, 20)
  expect(listed.map(({ itemName }) => itemName)).toEqual(['Plain Burger', 'Smash Burger'])
  expect(listed[1]).toMatchObject({
    restaurantName: first!.name,
    distanceMiles: expect.any(Number),
  })
  expect(listed[1]!.distanceMiles).toBeLessThan(50)

  const bob = await signUp(strangers, 'Bob')
  expect(
    (await site().post(`/api/items/${listed[1]!.id}/upvote`, {}, { as: bob })).body.upvoteCount,
  ).toBe(1)
  expect((await near(site(), minneapolis, 20, bob))[0]!.itemName).toBe('Smash Burger')

  // 15 miles further north is within 20 miles, but not within 10.
  const smash = (await near(site(), minneapolis, 20, bob))[0]!
  const there = (await site().get(`/api/places/${encodeURIComponent(first!.id)}`)).body
  const away = { ...there, latitude: there.latitude + 15 / 69.0933 }
  const names = async (miles: number) =>
    (await near(site(), away, miles)).map(({ itemName }) => itemName)
  expect(await names(20)).toContain('Smash Burger')
  expect(await names(10)).not.toContain('Smash Burger')

  await comesBack()
  expect((await near(site(), minneapolis, 20))[0]).toMatchObject({
    id: smash.id,
    itemName: 'Smash Burger',
    upvoteCount: 1,
  })
}

async function saveTwenty(strangers: Strangers) {
  const { site } = strangers
  const cleo = await signUp(strangers, 'Cleo')
  const places = (
    await site().get('/api/places/restaurants?q=&latitude=44.97997&longitude=-93.26384', {
      as: cleo,
    })
  ).body as Array<{ id: string }>
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      site().post(
        '/api/yolos',
        { placeId: places[n % places.length]!.id, categoryId: 2, itemName: `Pizza ${n}` },
        { as: cleo },
      ),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBe(3)
  expect(statuses.filter((status) => status === 409).length).toBe(17)
  const refused = answers.find(({ status }) => status === 409)!.body
  expect(refused).toMatchObject({ error: 'quota_filled', message: 'Quota of 3 filled' })
}

async function sendBadInput(strangers: Strangers) {
  const { site } = strangers
  const dan = await signUp(strangers, 'Dan')
  const [place] = (
    await site().get('/api/places/restaurants?q=&latitude=44.97997&longitude=-93.26384', {
      as: dan,
    })
  ).body
  const good = { placeId: place.id, categoryId: 6, itemName: 'Pie' }
  const bad: Array<[string, unknown]> = [
    ['a text for a number', { ...good, categoryId: '6' }],
    ['301 characters', { ...good, description: 'x'.repeat(301) }],
    ['category 99', { ...good, categoryId: 99 }],
    ['a list', [good]],
    ['an unknown place', { ...good, placeId: 'nobody:knows' }],
    ['a tag of another category', { ...good, tags: [30] }],
  ]
  for (const [what, body] of bad) {
    const answer = await site().post('/api/yolos', body, { as: dan })
    expect([what, answer.status, typeof answer.body.error, typeof answer.body.message]).toEqual([
      what,
      400,
      'string',
      'string',
    ])
  }
  for (const query of [
    'category=6&latitude=91&longitude=0',
    'category=6&category=7',
    'category=6&distanceMiles=3',
  ])
    expect((await site().get(`/api/yolos?${query}`)).status).toBe(400)
  const raw = (body: string, type: string) =>
    site().request('POST', '/api/yolos', { as: dan, body, headers: { 'Content-Type': type } })
  expect((await raw('{"placeId":', 'application/json')).status).toBe(400)
  expect((await raw(JSON.stringify(good), 'text/plain')).status).toBe(415)
  expect((await site().get('/api/yolos?category=6')).body.top).toEqual([])
  expect((await site().post('/api/yolos', good, { as: dan })).status).toBe(200)
}
