import { sql, type Insertable } from 'kysely'
import { adminIds, chiefAdminId, specialUserId } from '#domain/vocabulary/roles.ts'
import { cellOf } from '#domain/position/distance.ts'
import { rebuildVocabulary } from '#domain/search-vocabulary.ts'
import { nameKeys } from '#features/accounts/names/user-name.ts'
import { generatePassword } from '#features/accounts/user-command.server.ts'
import { nameKey } from '#features/items/names.ts'
import { foldText } from '#domain/fold.ts'
import { locator } from '#features/places/cities/cities.server.ts'
import { hashPassword } from '#platform/server/auth/passwords.ts'
import { transact } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database, Services, Tx } from '#platform/server/services.ts'
import { cities, type DemoRestaurant } from './cities.ts'
import { inventDishes, inventVotes, inventYolos } from './dishes.ts'
import { hours } from './hours.data.ts'
import { createRandom, inventFollows, people, sockPuppets, type Person } from './people.ts'

export type Login = { id: number; userName: string; email: string; password: string }

/** Members with special rights, whose IDs are fixed (rules: roles). */
const staff: readonly Pick<Person, 'id' | 'userName' | 'email'>[] = [
  { id: 6, userName: 'Greta at Yolo', email: 'greta@example.com' },
  { id: 7, userName: 'Marcus at Yolo', email: 'marcus@example.com' },
  { id: specialUserId, userName: 'Yolo Kitchen', email: 'kitchen@example.com' },
  { id: chiefAdminId, userName: 'Yolo Admin', email: 'admin@example.com' },
]

const day = 86_400_000
const lock = 8_471_002

/**
 * Fills a database that has no members yet, and returns the log-ins to print. Returns null if it has members. If
 * several processes start at once, the lock makes sure that only one of them fills it.
 */
export async function seedDemo(services: Services): Promise<Login[] | null> {
  const { database } = services
  if (!(await isEmpty(database))) return null
  const logins = await transact(database, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
    return (await isEmpty(tx)) ? fill(tx, services) : null
  })
  if (!logins) return null
  // The ranking uses index-only scans, which need the visibility map that only VACUUM makes.
  await sql`vacuum (analyze) users, restaurants, items, yolos, votes`.execute(database)
  await rebuildVocabulary(database)
  return logins
}

const isEmpty = async (database: Database) =>
  (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

async function fill(tx: Tx, { clock }: Services): Promise<Login[]> {
  const now = clock.now().getTime()
  const ago = (days: number) => new Date(now - days * day)
  const random = createRandom()
  const logins = await saveAccounts(tx, ago)
  const restaurants = await saveRestaurants(tx, ago(200))
  const dishes = inventDishes(random)
  await insertRows(
    tx,
    'items',
    dishes.map(({ id, place, category, name, restaurant }) => ({
      id,
      restaurant_id: restaurants[place]!.id,
      category_id: category,
      name,
      name_key: nameKey(name),
      ...pinOf(restaurant),
      confirmed_at: id % 3 === 0 ? ago(40 * random()) : null,
      created_at: ago(200),
    })),
  )
  const yolos = inventYolos(random, dishes, ago)
  await insertRows(tx, 'yolos', yolos)
  await insertRows(tx, 'votes', inventVotes(random, dishes, yolos, ago))
  await insertRows(tx, 'follows', inventFollows(random, ago))
  for (const table of ['users', 'restaurants', 'items'])
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      tx,
    )
  await saveNotices(tx, ago(30))
  return logins
}

/** Saves staff and members. Returns the log-ins of 514, 20 and the first member; other members have no password. */
async function saveAccounts(tx: Tx, ago: (days: number) => Date): Promise<Login[]> {
  const accountRow = ({ id, userName, email }: (typeof staff)[number], joined: number) => ({
    id,
    user_name: userName,
    ...nameKeys(userName),
    email,
    email_verified_at: ago(joined),
    created_at: ago(joined),
  })
  await insertRows(
    tx,
    'users',
    staff.map((account) => accountRow(account, 201)),
  )
  await insertRows(
    tx,
    'users',
    [...people, ...sockPuppets].map((person) => ({
      ...accountRow(person, person.joined),
      first_name: person.firstName,
      last_name: person.lastName,
      bio: person.bio,
      age_checked_at: ago(person.joined),
      location_name: cities[person.city]!.name,
      latitude: cities[person.city]!.center[0],
      longitude: cities[person.city]!.center[1],
      referrer_id: person.referrer,
    })),
  )
  const logins: Login[] = []
  for (const { id, userName, email } of [...staff.toReversed(), people[0]!]) {
    const password = generatePassword()
    const password_hash = await hashPassword(password)
    await tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    logins.push({ id, userName, email, password })
  }
  return logins.filter(({ id }) => id === chiefAdminId || !adminIds.includes(id))
}

const pinOf = ({ at: [latitude, longitude] }: DemoRestaurant) => ({
  latitude,
  longitude,
  cell5: String(cellOf({ latitude, longitude }, 5)),
})

/** The cuisine that a source of places would name for a restaurant with dishes of a category. */
const cuisines: Record<string, string> = {
  pizza: 'pizza',
  burgers: 'burger',
  coffee: 'cafe',
  beer: 'pub',
  'mixed-drinks': 'bar',
}

async function saveRestaurants(tx: Tx, since: Date) {
  // Only a site's first start needs it, and it takes 20 MB of memory.
  const { parseOpeningHours } = await import('#domain/hours/osm-hours.server.ts')
  const locate = locator(tx)
  const rows = cities.flatMap(({ areaCode, restaurants }) =>
    restaurants.map(async (restaurant, index) => {
      const { name, address, price, without = [], menu } = restaurant
      const slug = foldText(name).replaceAll(' ', '-')
      const unless = <Fact>(what: string, fact: Fact) => (without.includes(what) ? null : fact)
      return {
        place_id: `demo:${slug}`,
        name,
        name_key: foldText(name),
        address,
        ...(await locate(pinOf(restaurant))),
        price_level: unless('price', price),
        website: unless('website', `https://example.com/${slug}`),
        // The numbers 555-0100 to 555-0199 are reserved for fiction.
        phone: unless('phone', `+1 ${areaCode}-555-01${String(index).padStart(2, '0')}`),
        opening_hours: unless('hours', parseOpeningHours(hours[restaurant.hours]!)),
        cuisines: Object.keys(menu).flatMap((slug) => cuisines[slug] ?? []),
        source: 'demo',
        created_at: since,
      }
    }),
  )
  const saved = (await Promise.all(rows)).map((row, index) => ({ id: index + 1, ...row }))
  await insertRows(tx, 'restaurants', saved)
  return saved
}

/** Saves the notices of the last follows and votes, as these acts themselves would have. */
const saveNotices = (tx: Tx, since: Date) =>
  sql`
    insert into notifications (recipient_id, kind, actor_id, item_id, created_at)
    select * from (
      select followee_id, 'follow', follower_id, null::integer, created_at from follows
      union all
      select y.user_id, 'upvoted', v.user_id, v.item_id, v.created_at
        from votes v join yolos y on y.item_id = v.item_id and y.created_at < v.created_at) act
     where created_at > ${since} order by created_at`.execute(tx)

/** Inserts any number of rows in one statement with one parameter. All rows must have the columns of the first. */
async function insertRows<T extends keyof DB>(
  tx: Tx,
  table: T,
  rows: ReadonlyArray<Insertable<DB[T]> | { id: number }>,
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  )
}
