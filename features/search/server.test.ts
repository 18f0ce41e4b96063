import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import type { Person } from '#platform/testing/people.ts'

let app: TestApp
let by: Person
const here = { latitude: 44.98, longitude: -93.27 }
beforeAll(async () => {
  app = await testApp()
  by = await app.member({ id: 20, userName: 'Twenty' })
})

type Rows = { id: number; name: string }[]
const ask = async (query: Record<string, string | number>, as: Person | null = null) => {
  const asked = new URLSearchParams(Object.entries(query).map(([key, one]) => [key, String(one)]))
  return app.get(`/api/search?${asked}`, { as })
}
const names = async (kind: string, q: string, more: Record<string, string | number> = {}) => {
  const { status, body } = await ask({ q, ...more })
  expect(body).toHaveProperty(kind)
  expect(status).toBe(200)
  return (body[kind] as Rows).map(({ name }) => name)
}

describe('restaurants', () => {
  beforeAll(async () => {
    await app.restaurant({ name: 'Brasserie Zentral & Söhne' })
    await app.restaurant({ name: 'Kramarczuk Sausage' })
    await app.restaurant({ name: 'Saint Genevieve' })
    await app.restaurant({ name: '鼎泰豐信義店' })
  })
  it.each([
    ['brasserie zentral and sohne', 'Brasserie Zentral & Söhne'],
    ['kramarzcuk', 'Kramarczuk Sausage'],
    ['kramarczk sausage', 'Kramarczuk Sausage'],
    ['kramarcczuk', 'Kramarczuk Sausage'],
    ['kramarczuksausage', 'Kramarczuk Sausage'],
    ['kramarczuk restaurant', 'Kramarczuk Sausage'],
    ['kramarczuk minneapolis', 'Kramarczuk Sausage'],
    ['kramarczuk test street', 'Kramarczuk Sausage'],
    ['st genevieve', 'Saint Genevieve'],
    ['信義店', '鼎泰豐信義店'],
  ])('%s finds %s', async (q, name) => {
    expect((await names('restaurants', q))[0]).toBe(name)
    expect((await names('restaurants', q, here))[0]).toBe(name)
  })

  it('of a chain puts the nearest first, and the one in the street that is named', async () => {
    const far = await app.restaurant({ name: 'Chain Diner', latitude: 45.2 })
    const near = await app.restaurant({ name: 'Chain Diner' })
    await app.database
      .updateTable('restaurants')
      .set({ address: '4 Elm Avenue' })
      .where('id', '=', far.id)
      .execute()
    const first = async (q: string) => ((await ask({ q, ...here })).body.restaurants as Rows)[0]!.id
    expect(await first('chain diner')).toBe(near.id)
    expect(await first('chain diner elm ave')).toBe(far.id)
  })

  it('are suggested by the specification’s call where they are misspelt as well, in its shape', async () => {
    const { body } = await app.get(
      '/api/places/restaurants?q=kramarzcuk&latitude=44.98&longitude=-93.27',
    )
    expect(body).toEqual([
      {
        restaurantId: expect.any(Number),
        id: expect.any(String),
        name: 'Kramarczuk Sausage',
        address: '1 Test Street',
        ...here,
        distanceMiles: expect.any(Number),
      },
    ])
  })

  it('are not found once they are closed or deleted', async () => {
    for (const gone of [{ hidden_at: new Date() }, { deleted_at: new Date() }]) {
      const { id } = await app.restaurant({ name: 'Vanishing Point' })
      expect(await names('restaurants', 'vanishing point')).toEqual(['Vanishing Point'])
      await app.database.updateTable('restaurants').set(gone).where('id', '=', id).execute()
      expect(await names('restaurants', 'vanishing point')).toEqual([])
    }
  })

  it('are found again once they are restored, with words that nobody else has', async () => {
    const { id } = await app.restaurant({ name: 'Quokka Quarters' })
    const put = (deleted_at: Date | null) =>
      app.database.updateTable('restaurants').set({ deleted_at }).where('id', '=', id).execute()
    await put(new Date())
    await sql`select learn_all()`.execute(app.database)
    expect(await names('restaurants', 'quokka')).toEqual([])
    await put(null)
    expect(await names('restaurants', 'quokka')).toEqual(['Quokka Quarters'])
  })

  it('are found by a misspelt word beside one that is still being typed', async () => {
    await app.restaurant({ name: 'Brasserie Montmartre' })
    expect(await names('restaurants', 'brasserei montm')).toEqual(['Brasserie Montmartre'])
  })

  it('with a name of several words that is written whole come without those nearly so', async () => {
    await app.restaurant({ name: 'Velvet Otter' })
    await app.restaurant({ name: 'Velvet Utter' })
    expect(await names('restaurants', 'velvet utter')).toEqual(['Velvet Utter'])
    const nearly = ['Velvet Otter', 'Velvet Utter']
    expect((await names('restaurants', 'velvet itter')).toSorted()).toEqual(nearly)
  })

  it('are found by a long word with two letters wrong where nothing else is', async () => {
    await app.restaurant({ name: 'Jabberwocky' })
    for (const typed of ['jaberwoky', 'jabbervoky', 'jabberwolcy'])
      expect(await names('restaurants', typed)).toEqual(['Jabberwocky'])
    expect(await names('restaurants', 'jaberwoki')).toEqual([])
    expect(await names('restaurants', 'sabberwoky')).toEqual([])
  })

  it('with a name of small words come before those with its one long word', async () => {
    await app.restaurant({ name: 'Sold Out', latitude: 44.98 })
    await app.restaurant({ name: 'In-N-Out Burger', latitude: 45.9 })
    for (const typed of ['in n out', 'in-n-out', 'in n out burger near me'])
      expect((await names('restaurants', typed, here))[0]).toBe('In-N-Out Burger')
  })

  it('are not those without the number that is asked for', async () => {
    await app.restaurant({ name: 'Narwhal Grill' })
    await app.restaurant({ name: 'Pier 7' })
    expect(await names('restaurants', 'narwhal grill 7')).toEqual([])
  })
})

describe('dishes', () => {
  it('are found by their own words and their restaurant’s, narrowed by tag and city, and renamed at once', async () => {
    const { id: restaurant } = await app.restaurant({ name: 'Moto-i' })
    const dish = (name: string, upvotes: number, tags: number[] = []) =>
      app.item({ restaurant, category: 1, by: by.id, name, upvotes, tags })
    const plain = await dish('Shoyu Noodlesoup', 3)
    await dish('Shoyu Noodlesoup Light', 9, [21])
    expect((await names('dishes', 'shoyu noodlesoup', here))[0]).toBe('Shoyu Noodlesoup')
    expect((await names('dishes', 'gluten free noodlesoup minneapolis'))[0]).toBe(
      'Shoyu Noodlesoup Light',
    )
    for (const typed of ['gluten-free noodlesoup', 'Noodlesoup,  Glutén  FREE!'])
      expect((await names('dishes', typed, here))[0]).toBe('Shoyu Noodlesoup Light')
    expect(await names('dishes', 'nodlesoup')).toHaveLength(2)
    // The last word is only half typed, and the point can be far away.
    expect(await names('dishes', 'shoyu nood')).toHaveLength(2)
    expect(await names('dishes', 'shoyu nood', { latitude: 52.5, longitude: 13.4 })).toHaveLength(2)
    expect(await names('dishes', 'noodlesoup moto i')).toHaveLength(2)
    await app.database
      .updateTable('items')
      .set({ name: 'Tantanmen', name_key: 'tantanmen' })
      .where('id', '=', plain.id)
      .execute()
    expect(await names('dishes', 'tantanmen')).toEqual(['Tantanmen'])
    await app.database
      .updateTable('items')
      .set({ hidden_at: new Date() })
      .where('id', '=', plain.id)
      .execute()
    expect(await names('dishes', 'tantanmen')).toEqual([])
  })

  it('are found as people ask: the best of them, near me, in a city', async () => {
    const { id: restaurant } = await app.restaurant({ name: 'Bun Works' })
    const { id: ramen } = await app.restaurant({ name: 'Gnome Ramen Lab' })
    const dish = (name: string, at: number) =>
      app.item({ restaurant: at, category: 13, by: by.id, name, upvotes: 1 })
    await dish('Zebra Slider', restaurant)
    await dish('Tori Paitan', ramen)
    for (const typed of [
      'best zebra slider',
      'zebra slider near me',
      'Where is the tastiest zebra slider near me?',
      'zebra slider minneapolis',
      'zebra slider in st paul',
    ])
      expect(await names('dishes', typed, here)).toEqual(['Zebra Slider'])
    // The name of each of these cities has a word in common, or nearly so, with that of a city near the dish.
    for (const city of ['las vegas', 'kansas city', 'new orleans', 'st louis'])
      expect(await names('dishes', `zebra slider ${city}`, here)).toEqual([])
    expect(await names('dishes', 'ramen minneapolis')).toContain('Tori Paitan')
  })

  it('of a kind that is named, or near me, come from far behind all that are near', async () => {
    const far = { latitude: 34.05, longitude: -118.24 }
    const { id: near } = await app.restaurant({ name: 'Birch Oven' })
    const { id: distant } = await app.restaurant({ name: 'Distant Slice', ...far })
    const dish = (name: string, restaurant: number, upvotes: number) =>
      app.item({ restaurant, category: 2, by: by.id, name, upvotes })
    await dish('Okapi Pizza', distant, 900)
    await dish('Four Cheeses', near, 0)
    const order = async (q: string) =>
      (await names('dishes', q, here)).filter((name) => /okapi|four/i.test(name))
    for (const q of ['pizza', 'pizzas near me'])
      expect(await order(q)).toEqual(['Four Cheeses', 'Okapi Pizza'])
    await dish('Okapi Pizzetta', near, 0)
    expect(await order('okapi pizza')).toEqual(['Okapi Pizza', 'Okapi Pizzetta'])
    expect(await order('okapi pizza near me')).toEqual(['Okapi Pizzetta', 'Okapi Pizza'])
    expect(await order('pizza los angeles')).toEqual(['Okapi Pizza'])
  })

  it('and restaurants that are as close as one another come by their votes', async () => {
    const served = async (name: string, dish: string, upvotes: number) => {
      const { id: restaurant } = await app.restaurant({ name })
      return app.item({ restaurant, category: 1, by: by.id, name: dish, upvotes })
    }
    // If nothing else decides, the first one added or the shortest name comes first.
    for (const upvotes of [0, 12]) await served('Wombat House', 'Pierogi Ruskie', upvotes)
    const { body } = await ask({ q: 'pierogi ruskie', ...here })
    expect(body.dishes.map((one: { upvoteCount: number }) => one.upvoteCount)).toEqual([12, 0])
    const houses = (await ask({ q: 'wombat house', ...here })).body.restaurants as Rows
    const ids = houses.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    expect(ids).toHaveLength(2)
  })

  it('whose names hold a category’s word are found beside the best of that category', async () => {
    const { id: restaurant } = await app.restaurant({ name: 'Cossetta' })
    const dish = (name: string, category: number) =>
      app.item({ restaurant, category, by: by.id, name, upvotes: 1 })
    for (const name of ['Margherita', 'Quattro Stagioni', 'Marinara', 'Calzone'])
      await dish(name, 2)
    await dish('Pizza Fries', 5)
    expect(await names('dishes', 'pizza', here)).toEqual(
      expect.arrayContaining(['Pizza Fries', 'Margherita', 'Calzone']),
    )
  })
})

describe('members', () => {
  it('are found by name alone, never by address, and not once they are disabled or blocked', async () => {
    const found = await app.member({ userName: 'Wilhelmine Kraus' })
    const address = 'quillfeather@example.com'
    await app.database
      .updateTable('users')
      .set({ email: address, email_key: address })
      .where('id', '=', found.id)
      .execute()
    const viewer = await app.member()
    for (const typed of ['wilhelmne kraus', 'wilhelmine kra'])
      expect(await names('members', typed)).toEqual(['Wilhelmine Kraus'])
    for (const typed of [address, 'quillfeather', 'quillfeather example'])
      expect(await names('members', typed)).toEqual([])
    const seen = async () => ((await ask({ q: 'wilhelmine' }, viewer)).body.members as Rows).length
    expect(await seen()).toBe(1)
    await app.database
      .insertInto('blocks')
      .values({ blocker_id: viewer.id, blocked_id: found.id })
      .execute()
    expect(await seen()).toBe(0)
    await app.database
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', found.id)
      .execute()
    expect(await names('members', 'wilhelmine')).toEqual([])
  })
})

it('of hundreds of members who share a name the one who is meant is found', async () => {
  await sql`
    insert into users (user_name, user_name_key, email, email_key, created_at)
    select 'Smithers Number ' || n, 'smithers number ' || n, n || '@example.com', n || '@example.com', now()
      from generate_series(1, 300) n`.execute(app.database)
  await app.member({ userName: 'Smithers' })
  await app.member({ userName: 'Johanna Smithers' })
  expect((await names('members', 'smithers'))[0]).toBe('Smithers')
  expect(await names('members', 'jonanna smithers')).toEqual(['Johanna Smithers'])
})

it('of members with like names the one with more followers who count comes first', async () => {
  const [one, two] = [
    await app.member({ userName: 'Quillon Aa' }),
    await app.member({ userName: 'Quillon Bb' }),
  ]
  const follow = async (member: Person, verified: boolean) => {
    const as = await app.member({ verified })
    await app.post('/api/follow/follow-user', { userId: member.id }, { as })
    return as
  }
  // Accounts that cost nothing change nothing.
  for (let n = 0; n < 3; n++) await follow(two, false)
  expect(await names('members', 'quillon')).toEqual([one.name, two.name])
  const follower = await follow(two, true)
  expect(await names('members', 'quillon')).toEqual([two.name, one.name])
  const set = (column: 'held_at' | 'suspended_at') =>
    app.database
      .updateTable('users')
      .set({ [column]: new Date() })
      .where('id', '=', follower.id)
      .execute()
  // Who is held isn't told.
  await set('held_at')
  expect(await names('members', 'quillon')).toEqual([two.name, one.name])
  await set('suspended_at')
  expect(await names('members', 'quillon')).toEqual([one.name, two.name])
})

it('members with a name written as one are found by two words', async () => {
  await app.member({ userName: 'NoodleHunter42' })
  expect(await names('members', 'noodle hunter')).toEqual(['NoodleHunter42'])
})

it('a word of food is no city a letter away, nor is a dish’s name one by chance', async () => {
  const { id: restaurant } = await app.restaurant({ name: 'Word Kitchen' })
  const dish = (name: string) => app.item({ restaurant, category: 3, by: by.id, name })
  expect((await ask({ q: 'tacos al pastor' })).body.place?.name).toBe('Pasto, Nariño, CO')
  await dish('Tacos al Pastor')
  expect((await ask({ q: 'tacos al pastor' })).body.place).toBeNull()
  expect(await names('tags', 'tacos al pastor')).not.toEqual([])
  // New York is meant even if a dish is named after it.
  for (const name of ['Banana Split', 'New York Pizza']) await dish(name)
  expect((await ask({ q: 'banana split' })).body.place).toBeNull()
  expect((await ask({ q: 'banana cake split' })).body.place?.name).toBe('Split, Split-Dalmatia, HR')
  expect((await ask({ q: 'pizza new york' })).body.place?.name).toBe('New York City, NY, US')
})

describe('fixed things', () => {
  it.each([
    ['pizza new york', 'New York City, NY, US'],
    ['burgers in new york', 'New York City, NY, US'],
    ['ramen salt lake', 'Salt Lake City, UT, US'],
    ['pizza york', 'York, England, GB'],
    ['the best pizza', undefined],
    ['pizza parma', 'Parma, Emilia-Romagna, IT'],
    ['tacos santa ana', 'Santa Ana, CA, US'],
    ['pizza salem', 'Salem, Tamil Nadu, IN'],
  ])('%s means %s', async (q, place) => {
    expect((await ask({ q })).body.place?.name).toBe(place)
  })

  it.each([
    ['los angeles', []],
    ['st louis', []],
    ['banh mi', ['Banh mi']],
  ])('%s names no other tag and no category', async (q, tags) => {
    expect(await names('tags', q)).toEqual(tags)
    expect(await names('categories', q)).toEqual([])
  })

  it.each([
    ['cities', 'mineapolis', 'Minneapolis, MN, US'],
    ['cities', '90210', 'Beverly Hills, CA, US'],
    ['cities', 'LA', 'Los Angeles, CA, US'],
    ['cities', 'DC', 'Washington, DC, US'],
    ['cities', 'CDMX', 'Mexico City, Mexico City, MX'],
    ['cities', 'Mpls', 'Minneapolis, MN, US'],
    ['categories', 'burger', 'Burgers'],
    ['tags', 'gluten free', 'Gluten free'],
  ])('%s: %s finds %s', async (kind, q, name) => {
    expect((await names(kind, q))[0]).toBe(name)
  })
})

it('answers the kinds that are asked for, at most eight of each, and refuses what it can’t read', async () => {
  const { body } = await ask({ q: 'burger', kinds: 'categories,tags' })
  expect(Object.keys(body)).toEqual([
    'place',
    'dishes',
    'restaurants',
    'members',
    'cities',
    'categories',
    'tags',
  ])
  expect([body.dishes, body.cities, body.members, body.restaurants]).toEqual([[], [], [], []])
  expect((await names('cities', 'san')).length).toBe(8)
  for (const wrong of [
    { q: '' },
    { q: 'x'.repeat(101) },
    { q: 'x', kinds: 'people' },
    { q: 'x', latitude: 1 },
  ] as Record<string, string | number>[]) {
    const { status, text } = await ask(wrong)
    expect(status).toBe(400)
    expect(text).not.toContain('xxxx')
  }
})

it('a large city beside other words is the place meant: categories and tags are looked up without it', async () => {
  const found = async (q: string) => (await ask({ q, kinds: 'categories,tags' })).body
  const fed = await found('gluten free burgers minneapolis')
  expect(fed.place).toMatchObject({ name: 'Minneapolis, MN, US', slug: 'minneapolis-mn-us' })
  expect([fed.place.latitude, fed.place.longitude].map(Math.round)).toEqual([45, -93])
  expect((fed.categories as Rows)[0]!.name).toBe('Burgers')
  expect((fed.tags as object[])[0]).toMatchObject({ name: 'Gluten free', categoryId: 3 })
  // Some tags have names that begin with 'st'.
  const noodles = await found('ramen st paul')
  expect(noodles.place).toMatchObject({ slug: 'saint-paul-mn-us' })
  expect((noodles.tags as Rows).map(({ name }) => name)).not.toContain('Stuffed')
  for (const q of ['minneapolis', 'burger king', 'apple pie'])
    expect((await found(q)).place, q).toBeNull()
})
