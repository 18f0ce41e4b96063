import { generatePassword } from '#features/accounts/user-command.server.ts'
import { rebuildVocabulary } from '#domain/search-vocabulary.ts'
import { sql, type Transaction } from 'kysely'
import { adminIds, chiefAdminId, specialUserId } from '#domain/vocabulary/roles.ts'
import { emailKey } from '#domain/email.ts'
import { transact } from '#platform/server/database/database.ts'
import { hashPassword } from '#platform/server/auth/passwords.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { generateDishes, type Dish } from './dishes.ts'
import { generateFavourites, type Favourite } from './favourites.ts'
import { generateFollows } from './follows.ts'
import { saveMenus } from './menus.server.ts'
import { accountRow, saveMembers } from './members.server.ts'
import { generatePeople } from './people.ts'
import { promotedDishIndex, sockPuppets } from './puppets.ts'
import { insertRows } from './rows.server.ts'
import { generateVotes } from './votes.ts'

export type Login = { id: number; userName: string; email: string; password: string }

/** Members with special rights, whose IDs are fixed (rules: roles). */
const staff: ReadonlyArray<{ id: number; userName: string; email: string }> = [
  { id: 6, userName: 'Greta at Yolo', email: 'greta@example.com' },
  { id: 7, userName: 'Marcus at Yolo', email: 'marcus@example.com' },
  { id: specialUserId, userName: 'Yolo Kitchen', email: 'kitchen@example.com' },
  { id: chiefAdminId, userName: 'Yolo Admin', email: 'admin@example.com' },
]

const seed = 'yolo'
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

const isEmpty = async (database: Database | Transaction<DB>) =>
  (await database.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

async function fill(tx: Transaction<DB>, { clock }: Services): Promise<Login[]> {
  const now = clock.now().getTime()
  const ago = (days: number) => new Date(now - days * day)

  const { people: members, printedIndex } = generatePeople(seed)
  const menu = generateDishes(seed)
  const saved = generateFavourites(seed, members, menu)

  const passwords = new Map<string, string>()
  for (const { email } of [...staff, members[printedIndex]!])
    passwords.set(email, generatePassword())
  const hashes = new Map<string, string>()
  for (const [email, password] of passwords) hashes.set(email, await hashPassword(password))

  await insertRows(
    tx,
    'users',
    staff.map(({ id, ...account }) => ({
      id,
      ...accountRow(account),
      email_verified_at: ago(201),
      password_hash: hashes.get(account.email)!,
      created_at: ago(201),
    })),
  )
  const ids = await saveMembers(tx, members, hashes, ago)
  const items = await saveMenus(tx, menu, ago)

  const userOf = ({ person }: Favourite) => (person === null ? specialUserId : ids[person]!)
  await saveFavourites(tx, saved, { userOf, items, menu, ago })
  await insertRows(
    tx,
    'votes',
    generateVotes(seed, members, menu, saved).map(({ person, dish, daysAgo }) => ({
      item_id: items[dish]!,
      user_id: ids[person]!,
      created_at: ago(daysAgo),
    })),
  )
  await insertRows(
    tx,
    'follows',
    generateFollows(seed, members).map(({ person, followed, since }) => ({
      follower_id: ids[person]!,
      followee_id: ids[followed]!,
      created_at: ago(since),
    })),
  )
  await savePuppets(tx, items[promotedDishIndex(menu)]!, ago)
  await saveNotices(tx, ago(30))

  const printedMembers = [
    ...staff.filter(({ id }) => id === chiefAdminId || !adminIds.includes(id)).toReversed(),
    { id: ids[printedIndex]!, ...members[printedIndex]! },
  ]
  return printedMembers.map(({ id, userName, email }) => {
    return { id, userName, email, password: passwords.get(email)! }
  })
}

type Saving = {
  userOf(favourite: Favourite): number
  items: number[]
  menu: Dish[]
  ago(days: number): Date
}

async function saveFavourites(
  tx: Transaction<DB>,
  saved: Favourite[],
  { userOf, items, menu, ago }: Saving,
) {
  await insertRows(
    tx,
    'yolos',
    saved.map((favourite) => ({
      user_id: userOf(favourite),
      item_id: items[favourite.dish]!,
      category_id: menu[favourite.dish]!.category,
      slot: favourite.slot,
      description: favourite.description,
      tags: favourite.tags,
      shown_name: favourite.shownName,
      created_at: ago(favourite.savedDaysAgo),
    })),
  )
}

/** Saves the notices of the last follows and votes, as these acts themselves would have. */
const saveNotices = (tx: Transaction<DB>, since: Date) =>
  sql`
    insert into notifications (recipient_id, kind, actor_id, item_id, created_at)
    select * from (
      select followee_id, 'follow', follower_id, null::integer, created_at from follows
      union all
      select y.user_id, 'upvoted', v.user_id, v.item_id, v.created_at
        from votes v join yolos y on y.item_id = v.item_id and y.created_at < v.created_at) act
     where created_at > ${since} order by created_at`.execute(tx)

async function savePuppets(tx: Transaction<DB>, item: number, ago: (days: number) => Date) {
  const made = await insertRows(
    tx,
    'users',
    sockPuppets.map(({ joined, ...account }) => ({
      ...accountRow(account),
      email_verified_at: ago(joined - 0.0001),
      age_checked_at: ago(joined),
      created_at: ago(joined),
    })),
    ['id', 'email_key'],
  )
  const ids = new Map(made.map(({ id, email_key }) => [email_key, Number(id)]))
  const given = sockPuppets.map(({ email, voted }) => ({
    item_id: item,
    user_id: ids.get(emailKey(email))!,
    created_at: ago(voted),
  }))
  await insertRows(tx, 'votes', given)
}
