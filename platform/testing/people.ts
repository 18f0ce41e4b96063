import { nameKeys } from '#features/accounts/names/user-name.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import type { Services } from '#platform/server/services.ts'

export type Person = { id: number; name: string; email: string; token: string }

type Facts = {
  id?: number
  userName?: string
  verified?: boolean
  /** By default now, also of members who joined earlier. */
  verifiedAt?: Date
  createdAt?: Date
}

export type People = {
  /** Creates a member with an open session, verified by default. */
  member(facts?: Facts): Promise<Person>
}

let count = 0

export function people({ database, clock }: Services): People {
  return {
    async member({ id, userName, verified = true, verifiedAt, createdAt } = {}) {
      const name = userName ?? `Member ${process.pid} ${++count}`
      const email = `${name.replace(/\W+/g, '.').toLowerCase()}.${id ?? ''}@example.com`
      const row = await database
        .insertInto('users')
        .values({
          ...(id ? { id } : {}),
          user_name: name,
          ...nameKeys(name),
          email,
          email_verified_at: verified ? (verifiedAt ?? createdAt ?? clock.now()) : null,
          created_at: createdAt ?? clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { token } = await openSession(database, clock, row.id, { userAgent: 'test' })
      return { id: row.id, name, email, token }
    },
  }
}
