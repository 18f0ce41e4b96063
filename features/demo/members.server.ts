import { sql, type Transaction } from 'kysely'
import { nameKeys } from '#features/accounts/names/user-name.ts'
import { emailKey } from '#domain/email.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { cities } from './cities/cities.ts'
import type { Person } from './people.ts'
import { insertRows } from './rows.server.ts'

/** Returns the columns with an account's name and email. */
export const accountRow = ({ userName, email }: { userName: string; email: string }) => ({
  user_name: userName,
  ...nameKeys(userName),
  email,
})

/** Saves the members. Returns their IDs in the order of `members`. Members who joined later have higher IDs. */
export async function saveMembers(
  tx: Transaction<DB>,
  members: Person[],
  hashes: Map<string, string>,
  ago: (days: number) => Date,
): Promise<number[]> {
  const rows = await insertRows(
    tx,
    'users',
    members.map((person) => ({
      ...accountRow(person),
      first_name: person.firstName,
      last_name: person.lastName,
      email_verified_at: ago(person.joined - 0.003),
      password_hash: hashes.get(person.email) ?? null,
      bio: person.bio,
      age_checked_at: ago(person.joined),
      location_name: cities[person.city]!.name,
      latitude: person.latitude,
      longitude: person.longitude,
      created_at: ago(person.joined),
    })),
    ['id', 'email_key'],
  )
  const byEmail = new Map(rows.map(({ id, email_key }) => [email_key, Number(id)]))
  const ids = members.map(({ email }) => byEmail.get(emailKey(email))!)
  const referred = members.flatMap(({ referrer }, index) =>
    referrer === null ? [] : [{ id: ids[index]!, referrer_id: ids[referrer]! }],
  )
  await sql`
    update users set referrer_id = referred.referrer_id
      from json_populate_recordset(null::users, ${JSON.stringify(referred)}::json) referred
     where users.id = referred.id`.execute(tx)
  return ids
}
