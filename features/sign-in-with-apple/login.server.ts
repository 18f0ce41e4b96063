import { sql, type Transaction } from 'kysely'
import { breaks, transact } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import type { AgeGate } from '#features/accounts/sign-up/age.server.ts'
import { cut } from '#platform/text/characters.ts'
import {
  longestName,
  nameProblem,
  shownName,
  nameConstraints,
  nameKeys,
  isReserved,
} from '#features/accounts/names/user-name.ts'
import { lockMember, setMember } from '#domain/lock-member.ts'
import { addMember } from '#features/accounts/sign-up/register.server.ts'
import { ownerOf } from '#features/accounts/sign-up/owner.server.ts'
import { answerOf } from '#features/accounts/sessions/sessions.server.ts'
import { email as emailShape, emailKey } from '#features/accounts/shapes.ts'
import { appleStateIn, browserOf } from './browser.server.ts'
import { identityOf, setRefreshToken } from './identities.server.ts'
import { appleLoginError } from './contract.ts'
import type { VerifiedIdentity } from './provider.server.ts'

/** What waits for the page after Apple has answered. */
export type Arrived = VerifiedIdentity & {
  firstName: string
  lastName: string
  /** The browser that began (`browserOf`). */
  browser: string
}

type SignUpDetails = {
  checkAge: AgeGate
  /** Writes down where a newcomer came from. */
  noteNetwork(tx: Transaction<DB>, userId: number): Promise<void>
  birthDate: string | undefined
  emailConsent: boolean | undefined
  referrer: number | null
  userAgent: string
  /** The request's cookies: its browser must be the one that began. */
  cookie: string | undefined
}
// Ids below are made by the operator alone: no address leads into a role.
const firstMember = 1000

/** Takes the one-time code and answers a session: of the member whom Apple's subject names, else of a new one. */
export async function logInWithApple(services: Services, code: string, details: SignUpDetails) {
  const { database, clock } = services
  for (let tries = 0; ; tries++)
    try {
      return await transact(database, async (tx) => {
        const arrived = await take(tx, services, code, details.cookie)
        const id = (await memberBehind(tx, arrived)) ?? (await join(tx, services, arrived, details))
        // Under the lock: the identity may have been taken away since it was found.
        await lockMember(tx, id)
        if ((await identityOf(tx, arrived))?.user_id !== id) throw appleLoginError()
        await setMember(tx, id, { disabled_at: null, delete_at: null })
        const user = await tx
          .selectFrom('users')
          .select(['id', 'user_name', 'email', 'email_verified_at'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const { userAgent } = details
        return answerOf(user, await openSession(tx, clock, id, { userAgent, byApple: true }))
      })
    } catch (error) {
      // Someone else took the name, the address or the subject at the same moment: look again.
      const crossed = [...nameConstraints, 'users_email_key_key', 'identities_pkey'].some(
        (constraint) => breaks(error, constraint),
      )
      if (!crossed || tries === 3) throw error
    }
}

/** A code in another browser stays there for its own: whoever is sent a link with it is not logged in by it. */
async function take(
  tx: Transaction<DB>,
  { clock }: Services,
  code: string,
  cookie: string | undefined,
): Promise<Arrived> {
  const row = await tx
    .deleteFrom('apple_logins')
    .where('key_hash', '=', tokenHash(code))
    .where('step', '=', 'code')
    .where('expires_at', '>', clock.now())
    .where(sql<boolean>`data ->> 'browser' = ${browserOf(appleStateIn(cookie) ?? '')}`)
    .returning('data')
    .executeTakeFirst()
  if (!row) throw appleLoginError()
  return row.data as Arrived
}

async function memberBehind(tx: Transaction<DB>, arrived: Arrived) {
  const row = await identityOf(tx, arrived)
  if (row && arrived.refreshToken) await setRefreshToken(tx, arrived, arrived.refreshToken)
  return row?.user_id
}

/** Whose address it is here, and whether that is the `same` person. */
async function addressOf(database: Database, arrived: Arrived) {
  const address = emailShape.safeParse(arrived.email).data
  const owner = address ? await ownerOf(database, address) : undefined
  // Both sides must have proven that the address is theirs: otherwise the first to register it
  // would sit in a stranger's account (S16).
  const same = Boolean(
    owner && arrived.emailVerified && owner.email_verified_at && owner.id >= firstMember,
  )
  return { address, owner, same }
}

/** Whether a log-in would make an account: then the page asks for month and year of birth first (rules: age). */
export async function isNewcomer(database: Database, arrived: Arrived): Promise<boolean> {
  return !(await identityOf(database, arrived)) && !(await addressOf(database, arrived)).same
}

async function join(
  tx: Transaction<DB>,
  services: Services,
  arrived: Arrived,
  { checkAge, noteNetwork, birthDate, emailConsent, referrer }: SignUpDetails,
): Promise<number> {
  const { issuer, subject, refreshToken, emailVerified } = arrived
  const found = await addressOf(tx, arrived)
  if (found.owner) await lockMember(tx, found.owner.id)
  // Checked again under the lock: the address may belong to someone else by now.
  const { address, owner, same } = found.owner ? await addressOf(tx, arrived) : found
  const id = same ? owner!.id : await add()
  await tx
    .insertInto('identities')
    .values({
      issuer,
      subject,
      user_id: id,
      refresh_token: refreshToken,
      created_at: services.clock.now(),
    })
    .execute()
  return id

  async function add() {
    const newcomer = [`${issuer} ${subject}`, ...(address ? [emailKey(address)] : [])]
    const ageCheckedAt = await checkAge(newcomer, birthDate)
    const userName = await freeName(tx, await fullName(tx, arrived))
    const email = owner ? null : (address ?? null)
    const user = await addMember(
      tx,
      services,
      { userName, email, emailVerified, emailConsent, ageCheckedAt, referrer },
      {
        first_name: arrived.firstName || null,
        last_name: arrived.lastName || null,
        platform: 'apple',
      },
    )
    await noteNetwork(tx, user.id)
    return user.id
  }
}

/** An earlier log-in that broke off may be the only one that brought the name. */
async function fullName(tx: Transaction<DB>, arrived: Arrived): Promise<string> {
  const earlier = await tx
    .selectFrom('apple_logins')
    .select('data')
    .where('step', '=', 'code')
    .where((is) => is(is.ref('data', '->>').key('subject' as never), '=', arrived.subject as never))
    .execute()
  const found = [arrived, ...earlier.map(({ data }) => data as Arrived)].find(
    ({ issuer, firstName, lastName }) => issuer === arrived.issuer && (firstName || lastName),
  )
  if (found) Object.assign(arrived, { firstName: found.firstName, lastName: found.lastName })
  return `${arrived.firstName} ${arrived.lastName}`
}

async function freeName(tx: Transaction<DB>, wanted: string): Promise<string> {
  const name = shownName(cut(shownName(wanted), longestName - 7))
  const base = nameProblem(name) || isReserved(name) ? 'Member' : name
  const taken = async (candidate: string) => {
    const { user_name_key, user_name_caps_key } = nameKeys(candidate)
    const { rows } = await sql`select 1 from users
      where user_name_key = ${user_name_key} or user_name_caps_key = ${user_name_caps_key}`.execute(
      tx,
    )
    return rows.length > 0
  }
  let candidate = base === name ? base : numbered(base)
  while (await taken(candidate)) candidate = numbered(base)
  return candidate
}

const numbered = (name: string) => `${name} ${2 + Math.floor(Math.random() * 99_997)}`
