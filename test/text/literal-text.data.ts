import { recordAudit, operatorActor } from '#domain/audit.ts'
import type { World } from '#platform/testing/access-world.ts'

/** Creates what the call searches, with the names `planted`. Then searches for `typed` and returns the names found. */
type Search = (world: World, typed: string, planted: string[]) => Promise<string[]>

const near = { latitude: 44.98, longitude: -93.27 }
const query = (of: Record<string, unknown>) => new URLSearchParams(of as Record<string, string>)

async function menu({ app }: World, planted: string[]) {
  const { id, placeId } = await app.restaurant()
  for (const name of planted)
    await app.item({ restaurant: id, category: 3, by: (await app.member()).id, name })
  return placeId
}

async function auditedAs(
  { app, actor }: World,
  key: 'subject' | 'action' | 'q',
  typed: string,
  planted: string[],
) {
  for (const name of planted)
    await recordAudit(
      app.database,
      operatorActor,
      key === 'action' ? name : `sign.${key}`,
      key === 'action' ? 'sign' : name,
    )
  const { body } = await app.get(`/api/admin/audit?${query({ [key]: typed })}`, {
    as: await actor('514'),
  })
  const rows = body.items as { subject: string; action: string }[]
  if (key === 'action') return [...new Set(rows.map(({ action }) => action))]
  const own = rows.filter(({ action }) => action === `sign.${key}`)
  return [...new Set(own.map(({ subject }) => subject))]
}

/** Has five networks ask for each text on three days, as only then it is told. */
/** Returns the different values that the rows of an admin's list, asked for `q`, have under the key `name`. */
async function listed(
  { app, actor }: World,
  path: string,
  asked: Record<string, string>,
  name: string,
  rows = 'items',
): Promise<string[]> {
  const { body } = await app.get(`/api${path}?${query(asked)}`, { as: await actor('514') })
  return [...new Set((body[rows] as Record<string, string>[]).flatMap((row) => row[name] ?? []))]
}

async function named({ app }: World, first_name: string) {
  const { id } = await app.member()
  await app.database.updateTable('users').set({ first_name }).where('id', '=', id).execute()
  return id
}

async function reportedItems({ app }: World, planted: string[]) {
  const { id: restaurant } = await app.restaurant()
  for (const name of planted) {
    const ann = await app.member()
    const { id } = await app.item({ restaurant, category: 3, by: ann.id, name })
    await app.post(`/api/items/${id}/expired`, {}, { as: ann })
  }
}

/** Fields by which calls search for what a person types. Special characters in them must match literally. */
export const literalSearches: Record<string, Search> = {
  'GET /places/restaurants q': async ({ app }, q, planted) => {
    for (const name of planted) await app.restaurant({ name, ...near })
    const { body } = await app.get(`/api/places/restaurants?${query({ q, ...near })}`)
    return (body as { name: string }[]).map(({ name }) => name)
  },
  'GET /search q': async ({ app }, q, planted) => {
    for (const name of planted) await app.restaurant({ name, ...near })
    const { body } = await app.get(`/api/search?${query({ q, ...near })}`)
    // The search above created restaurants with the same names, so duplicates are removed.
    return [...new Set((body.restaurants as { name: string }[]).map(({ name }) => name))]
  },
  'GET /restaurants name': async ({ app }, typed, planted) => {
    for (const name of planted) {
      const { id } = await app.restaurant({ name })
      await app.item({ restaurant: id, category: 3, by: (await app.member()).id })
    }
    const { body } = await app.get(`/api/restaurants?${query({ name: typed })}`)
    if (!body.id) return []
    return [(await app.get(`/api/restaurants/${body.id}`)).body.restaurant.name]
  },
  'GET /restaurantsByCity city': async ({ app, actor }, city, planted) => {
    for (const name of planted) {
      const { id } = await app.restaurant()
      await app.database
        .updateTable('restaurants')
        .set({ city_label: `${name}, MN, US` })
        .where('id', '=', id)
        .execute()
    }
    const as = await actor('514')
    const { body } = await app.get(`/api/restaurantsByCity?${query({ city })}`, { as })
    return (body.restaurants as { cityLabel: string }[]).map(
      ({ cityLabel }) => cityLabel.split(',')[0]!,
    )
  },
  'GET /restaurantsByCity q': async (world, q, planted) => {
    for (const name of planted) await world.app.restaurant({ name })
    return listed(world, '/restaurantsByCity', { city: 'Minneapolis', q }, 'name', 'restaurants')
  },
  'GET /user/count q': async (world, q, planted) => {
    for (const name of planted) await named(world, name)
    return listed(world, '/user/count', { q }, 'firstName', 'users')
  },
  'GET /recentYolos q': async (world, q, planted) => {
    await menu(world, planted)
    const found = await listed(world, '/recentYolos', { q }, 'itemName', 'recentYolos')
    // Other searches have planted restaurants of these names, whose dishes are found too.
    return found.filter((name) => !name.startsWith('Dish '))
  },
  'GET /admin/shareholders q': async (world, q, planted) => {
    for (const name of planted) {
      const user_id = await named(world, name)
      await world.app.database.insertInto('shares').values({ user_id }).execute()
    }
    return listed(world, '/admin/shareholders', { q }, 'firstName')
  },
  'GET /admin/expired-items q': async (world, q, planted) => {
    await reportedItems(world, planted)
    return listed(world, '/admin/expired-items', { q }, 'name')
  },
  'GET /admin/closed-restaurants q': async (world, q, planted) => {
    const { app } = world
    for (const name of planted) {
      const { id } = await app.restaurant({ name })
      await app.post(`/api/restaurants/${id}/closed`, {}, { as: await app.member() })
    }
    return listed(world, '/admin/closed-restaurants', { q }, 'name')
  },
  'GET /admin/queue q': async (world, q, planted) => {
    await reportedItems(world, planted)
    return listed(world, '/admin/queue', { kind: 'expired', q }, 'name')
  },
  'GET /admin/corrections q': async (world, q, planted) => {
    const { app } = world
    for (const name of planted) {
      const { id: restaurant_id } = await app.restaurant({ name })
      const { id: user_id } = await app.member()
      const change = { field: 'phone', before: 'null', after: '"+1 612 555 0100"' }
      await app.database
        .insertInto('restaurant_corrections')
        .values({ ...change, restaurant_id, user_id, created_at: new Date() })
        .execute()
    }
    return listed(world, '/admin/corrections', { q }, 'restaurantName')
  },
  'GET /admin/audit q': (world, typed, planted) => auditedAs(world, 'q', typed, planted),
  'GET /admin/members q': async (world, q, planted) => {
    for (const name of planted) await named(world, name)
    return listed(world, '/admin/members', { q }, 'firstName')
  },
  'GET /admin/audit subject': (world, typed, planted) =>
    auditedAs(world, 'subject', typed, planted),
  'GET /admin/audit action': (world, typed, planted) => auditedAs(world, 'action', typed, planted),
  'GET /admin/merge/restaurants q': async ({ app, actor }, q, planted) => {
    for (const name of planted) await app.restaurant({ name })
    const as = await actor('514')
    const { body } = await app.get(`/api/admin/merge/restaurants?${query({ q })}`, { as })
    // Other searches created restaurants with the same names, so duplicates are removed.
    return [...new Set((body as { name: string }[]).map(({ name }) => name))]
  },
  'GET /items/similar itemName': async (world, itemName, planted) => {
    const placeId = await menu(world, planted)
    const asked = query({ placeId, category: 3, itemName })
    const { body } = await world.app.get(`/api/items/similar?${asked}`)
    return (body as { itemName: string }[]).map((one) => one.itemName)
  },
  'GET /restaurant-items itemName': async (world, itemName, planted) => {
    const placeId = await menu(world, planted)
    const asked = query({ placeId, category: 3, itemName })
    const { body } = await world.app.get(`/api/restaurant-items?${asked}`)
    return body.item ? [body.item.itemName] : []
  },
}

/** Fields by which calls look something up by its exact id or name. Each function returns one that exists. */
export const exactLookUps: Record<string, (world: World) => Promise<string>> = {
  'GET /places/cities q': async () => 'minneapolis',
  'GET /cities/:slug slug': async () => 'minneapolis-mn-us',
  'GET /places/:id id': async () => 'geonames:5037649',
  'GET /restaurants placeId': async (world) => menu(world, ['Juice']),
  'GET /items/similar placeId': async (world) => menu(world, ['Salad 1']),
  'GET /restaurant-items placeId': async (world) => menu(world, ['Salad 1']),
  'GET /items place': async (world) => menu(world, ['Juice']),
  'GET /items placeId': async (world) => menu(world, ['Juice']),
  'GET /yolo-image/:name name': async ({ yoloWithPhoto }) => (await yoloWithPhoto()).image,
}

/**
 * Fields that nothing is searched by: lists of numbers, days and their time zone, sessions of place look-ups, names of
 * map files, the address to open after a log-in.
 */
export const notSearches = [
  'GET /admin/audit from',
  'GET /admin/audit timeZone',
  'GET /admin/audit to',
  'GET /admin/overview from',
  'GET /admin/overview timeZone',
  'GET /admin/overview to',
  'GET /login/apple next',
  'GET /map/file/:name name',
  'GET /map/restaurants restaurants',
  'GET /marks items',
  'GET /restaurants/addresses ids',
  'GET /places/:id session',
  'GET /places/cities session',
  'GET /places/restaurants session',
  'GET /recentYolos from',
  'GET /recentYolos timeZone',
  'GET /recentYolos to',
  'GET /search kinds',
  'GET /user/count from',
  'GET /user/count timeZone',
  'GET /user/count to',
  'GET /yolos category',
  'GET /tags price',
  'GET /yolos price',
  'GET /yolos tags',
  'GET /yolos/export category',
  'GET /yolos/export price',
  'GET /yolos/export tags',
]
