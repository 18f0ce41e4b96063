import { sql, type Transaction } from 'kysely'
import { breaks, transact } from '#platform/server/database.ts'
import type { DB } from '#platform/server/schema.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import type { AgeGate } from '#features/accounts/sign-up/age.server.ts'
import { longestName, nameProblem, shownName } from '#features/accounts/names/display-name.ts'
import { consented } from '#domain/consent.ts'
import { lockMember } from '#domain/lock-member.ts'
import { nameConstraints, nameKeys } from '#features/accounts/names/name-look.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { isReserved } from '#features/accounts/names/reserved-names.ts'
import { answerOf } from '#features/accounts/sessions/session-answer.server.ts'
import { email as emailShape, emailKey } from '#features/accounts/shapes.ts'
import { appleStateIn, browserOf } from './browser.server.ts'
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
        const id = (await known(tx, arrived)) ?? (await join(tx, services, arrived, details))
        // Under the lock: the identity may have been taken away since it was found.
        await lockMember(tx, id)
        if ((await identityOf(tx, arrived))?.user_id !== id) throw appleLoginError()
        await tx
          .updateTable('users')
          .set({ disabled_at: null, delete_at: null })
          .where('id', '=', id)
          .execute()
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

const identityOf = (database: Database | Transaction<DB>, { issuer, subject }: Arrived) =>
  database
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

async function known(tx: Transaction<DB>, arrived: Arrived) {
  const { issuer, subject, refreshToken } = arrived
  const row = await identityOf(tx, arrived)
  if (row && refreshToken)
    await tx
      .updateTable('identities')
      .set({ refresh_token: refreshToken })
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .execute()
  return row?.user_id
}

/** Whose address it is here, and whether that is the `same` person. */
async function ownerOf(database: Database | Transaction<DB>, arrived: Arrived) {
  const address = emailShape.safeParse(arrived.email).data
  const owner = address
    ? await database
        .selectFrom('users')
        .select(['id', 'email_verified_at'])
        .where('email_key', '=', emailKey(address))
        .executeTakeFirst()
    : undefined
  // Both sides must have proven that the address is theirs: otherwise the first to register it
  // would sit in a stranger's account (S16).
  const same = Boolean(
    owner && arrived.emailVerified && owner.email_verified_at && owner.id >= firstMember,
  )
  return { address, owner, same }
}

/** Whether a log-in would make an account: then the page asks for month and year of birth first (rules: age). */
export async function isNewcomer(database: Database, arrived: Arrived): Promise<boolean> {
  return !(await identityOf(database, arrived)) && !(await ownerOf(database, arrived)).same
}

async function join(
  tx: Transaction<DB>,
  services: Services,
  arrived: Arrived,
  { checkAge, noteNetwork, birthDate, emailConsent, referrer }: SignUpDetails,
): Promise<number> {
  const { clock } = services
  const { issuer, subject, refreshToken, emailVerified } = arrived
  const found = await ownerOf(tx, arrived)
  if (found.owner) await lockMember(tx, found.owner.id)
  // Checked again under the lock: the address may belong to someone else by now.
  const { address, owner, same } = found.owner ? await ownerOf(tx, arrived) : found
  const id = same ? owner!.id : await add()
  await tx
    .insertInto('identities')
    .values({
      issuer,
      subject,
      user_id: id,
      refresh_token: refreshToken,
      created_at: clock.now(),
    })
    .execute()
  return id

  async function add() {
    const newcomer = [`${issuer} ${subject}`, ...(address ? [emailKey(address)] : [])]
    const ageCheckedAt = await checkAge(newcomer, birthDate)
    const name = await freeName(tx, await fullName(tx, arrived))
    const friend = referrer
      ? await tx.selectFrom('users').select('id').where('id', '=', referrer).executeTakeFirst()
      : undefined
    const email = owner ? null : (address ?? null)
    const user = await tx
      .insertInto('users')
      .values({
        user_name: name,
        ...nameKeys(name),
        first_name: arrived.firstName || null,
        last_name: arrived.lastName || null,
        email,
        email_key: email && emailKey(email),
        email_verified_at: email && emailVerified ? clock.now() : null,
        platform: 'apple',
        age_checked_at: ageCheckedAt,
        referrer_id: friend?.id ?? null,
        email_consent_at: emailConsent ? clock.now() : null,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteNetwork(tx, user.id)
    if (emailConsent) await consented(tx, user, true, clock.now())
    if (email && !emailVerified) await sendMail(services, { kind: 'verify', userId: user.id }, tx)
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
  const name = shownName(
    Array.from(shownName(wanted))
      .slice(0, longestName - 7)
      .join(''),
  )
  const base = nameProblem(name) || isReserved(name) ? 'Member' : name
  const taken = async (one: string) => {
    const { user_name_key, user_name_caps_key } = nameKeys(one)
    const same = tx
      .selectFrom('users')
      .select('id')
      .where((is) =>
        is.or([
          is('user_name_key', '=', user_name_key),
          is('user_name_caps_key', '=', user_name_caps_key),
        ]),
      )
    return (await same.executeTakeFirst()) !== undefined
  }
  let one = base === name ? base : numbered(base)
  while (await taken(one)) one = numbered(base)
  return one
}

const numbered = (name: string) => `${name} ${2 + Math.floor(Math.random() * 99_997)}`
