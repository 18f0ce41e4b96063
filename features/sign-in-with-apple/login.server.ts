import { sql, type Transaction } from 'kysely'
import { email as emailShape, emailKey } from '#domain/email.ts'
import { lockMember } from '#domain/locks/lock-member.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { RequestFacts } from '#platform/server/http/handler.ts'
import { verifyPassword } from '#platform/server/auth/passwords.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import { firstCharacters } from '#platform/text/characters.ts'
import {
  isReserved,
  maxUserNameLength,
  nameKeys,
  nameProblem,
  normalizeName,
  violatesName,
} from '#features/accounts/names/user-name.ts'
import { addMember } from '#features/accounts/sign-up/register.server.ts'
import { findEmailOwner } from '#features/accounts/credentials/server.ts'
import { comeBack } from '#features/accounts/profile/leave.server.ts'
import { sessionResponse } from '#features/accounts/sessions/sessions.server.ts'
import { nameTaken } from '#features/accounts/contract.ts'
import { sendMail } from '#features/mail/send.server.ts'
import type { login } from '#features/sign-in/contract.ts'
import { appleLoginError, applePassword, wrongLogin } from './contract.ts'
import type { VerifiedIdentity } from './provider.server.ts'

/** The data stored with a one-time code until the page redeems it. */
export type PendingLogin = VerifiedIdentity & {
  firstName: string
  lastName: string
  /** Hash of the cookie of the browser that began the log-in (`hashOfState`). */
  browser: string
}

/**
 * Cookie that identifies the browser that began a log-in with Apple. It is checked when the browser returns from Apple
 * and when it redeems the one-time code.
 */
export const appleCookieName = 'apple_state'

export const readAppleStateCookie = (header: string | undefined) =>
  (header ?? '')
    .split('; ')
    .find((cookie) => cookie.startsWith(`${appleCookieName}=`))
    ?.slice(appleCookieName.length + 1)

/** Hashes the cookie. The hash is stored with the one-time code, to identify the browser that the code was given to. */
export const hashOfState = (state: string) => tokenHash(state).toString('hex')

type Input = ParsedInputOf<typeof login>

/**
 * Redeems a one-time code: returns a session of the member with its identity. Where there is none, the account with its
 * e-mail is linked after that account's password, or a new account is made.
 */
export async function logInWithApple(
  services: Services,
  code: string,
  input: Input,
  request: RequestFacts,
) {
  const { database, clock } = services
  const { cookie, userAgent } = request
  const arrived = await pendingLogin(database, clock.now(), code, cookie)
  const owner = await ownerOf(database, arrived)
  const id = await findMember(database, arrived)
  if (id === undefined && owner) await checkPassword(services, owner, input.password)
  return transact(database, async (tx) => {
    const used = await tx
      .deleteFrom('apple_logins')
      .where('key_hash', '=', tokenHash(code))
      .executeTakeFirst()
    if (used.numDeletedRows === 0n) throw appleLoginError()
    const member =
      (await findMember(tx, arrived)) ??
      (await linkOrJoin(tx, services, { arrived, owner, input, request }))
    const locked = await lockMember(tx, member)
    // The password was changed while it was being verified.
    if (id === undefined && owner && locked?.credential_version !== owner.credential_version)
      throw appleLoginError()
    if (arrived.refreshToken) await setRefreshToken(tx, arrived, arrived.refreshToken)
    const isBack = await comeBack(tx, services, member)
    const user = await tx
      .selectFrom('users')
      .select(['id', 'user_name', 'email', 'email_verified_at'])
      .where('id', '=', member)
      .executeTakeFirstOrThrow()
    const session = await openSession(tx, clock, member, { userAgent, byApple: true })
    return sessionResponse(user, session, isBack)
  }).catch((error: unknown) => {
    // Another request took the name, the e-mail or the identity at the same time.
    if (violatesName(error)) throw nameTaken({ fields: { userName: nameTaken.message } })
    const crossed = ['users_email_key_key', 'identities_pkey']
    throw crossed.some((one) => violatesConstraint(error, one)) ? appleLoginError() : error
  })
}

/**
 * Returns a code's data, if the request comes from the browser that began the log-in. A link with someone else's code
 * therefore logs nobody in.
 */
async function pendingLogin(
  database: Database,
  now: Date,
  code: string,
  cookie: string | undefined,
) {
  const row = await database
    .selectFrom('apple_logins')
    .select('data')
    .where('key_hash', '=', tokenHash(code))
    .where('step', '=', 'code')
    .where('expires_at', '>', now)
    .where(sql<boolean>`data ->> 'browser' = ${hashOfState(readAppleStateCookie(cookie) ?? '')}`)
    .executeTakeFirst()
  if (!row) throw appleLoginError()
  return row.data as PendingLogin
}

const findMember = async (database: Database, { issuer, subject }: PendingLogin) =>
  (
    await database
      .selectFrom('identities')
      .select('user_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.user_id

/** Stores the token to revoke at Apple when the account is deleted. */
const setRefreshToken = (database: Database, { issuer, subject }: PendingLogin, token: string) =>
  database
    .updateTable('identities')
    .set({ refresh_token: token })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

const addressOf = ({ email }: PendingLogin) => emailShape.safeParse(email).data ?? null

async function ownerOf(database: Database, arrived: PendingLogin) {
  const address = addressOf(arrived)
  return address ? findEmailOwner(database, address) : undefined
}
type Owner = Awaited<ReturnType<typeof ownerOf>>

/** Throws unless this is the account's password: that Apple vouches for an address doesn't open an account with it. */
async function checkPassword(
  { limits, database }: Services,
  { id, password_hash }: NonNullable<Owner>,
  password: string | undefined,
) {
  if (password === undefined) throw applePassword()
  const row = await database
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst()
  await limits.spendNamed({ 'login-account': { email: emailKey(row?.email ?? '') } })
  if (!(await verifyPassword(password_hash, password)))
    throw wrongLogin({ fields: { password: wrongLogin.message } })
}

/** What the page must ask for before this code can be redeemed, if anything. */
export async function neededFor(database: Database, arrived: PendingLogin) {
  if ((await findMember(database, arrived)) !== undefined) return null
  return (await ownerOf(database, arrived)) ? ('password' as const) : ('name' as const)
}

type Joining = { arrived: PendingLogin; owner: Owner; input: Input; request: RequestFacts }

async function linkOrJoin(
  tx: Transaction<DB>,
  services: Services,
  { arrived, owner, input, request }: Joining,
): Promise<number> {
  const { issuer, subject } = arrived
  const id = owner?.id ?? (await join(tx, services, { arrived, input, request }))
  await tx
    .insertInto('identities')
    .values({ issuer, subject, user_id: id, created_at: services.clock.now() })
    .execute()
  if (owner) await sendMail(services, { kind: 'apple-linked', userId: id }, tx)
  return id
}

async function join(
  tx: Transaction<DB>,
  services: Services,
  { arrived, input, request: { ip } }: Omit<Joining, 'owner'>,
): Promise<number> {
  const { emailVerified, firstName, lastName } = arrived
  const { emailConsent, birthDate } = input
  const userName = input.userName ?? (await suggestedName(tx, arrived)) ?? numbered('Member')
  const email = addressOf(arrived)
  const referrer = input.referrer ?? input.referer
  const user = await addMember(
    tx,
    services,
    { userName, email, emailVerified, emailConsent, birthDate, referrer, ip },
    { first_name: firstName || null, last_name: lastName || null, platform: 'apple' },
  )
  return user.id
}

const numbered = (name: string) => `${name} ${2 + Math.floor(Math.random() * 99_997)}`

/** Returns a free display name like the name that Apple told, or null if that can't be one. */
export async function suggestedName(
  database: Database,
  { firstName, lastName }: PendingLogin,
): Promise<string | null> {
  const whole = normalizeName(`${firstName} ${lastName}`)
  const name = normalizeName(firstCharacters(whole, maxUserNameLength - 7))
  if (nameProblem(name) || isReserved(name)) return null
  const { user_name_key, user_name_caps_key } = nameKeys(name)
  const taken = await database
    .selectFrom('users')
    .select('id')
    .where((is) =>
      is.or([
        is('user_name_key', '=', user_name_key),
        is('user_name_caps_key', '=', user_name_caps_key),
      ]),
    )
    .executeTakeFirst()
  return taken ? numbered(name) : name
}
