import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { email as emailShape, emailKey } from '#domain/email.ts'
import { lockMember } from '#domain/locks/lock-member.ts'
import type { ParsedInputOf } from '#platform/contract/call.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import type { RequestFacts } from '#platform/server/http/handler.ts'
import { verifyPassword } from '#platform/server/auth/passwords.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import type { Database, Services, Tx } from '#platform/server/services.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import { violatesName } from '#features/accounts/names/user-name.ts'
import { addMember } from '#features/accounts/sign-up/register.server.ts'
import { findEmailOwner } from '#features/accounts/credentials/server.ts'
import { comeBack } from '#features/accounts/profile/leave.server.ts'
import { sessionResponse } from '#features/accounts/sessions/sessions.server.ts'
import { nameTaken, type register } from '#features/accounts/contract.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { appleLoginError, applePassword, wrongLogin } from './contract.ts'
import type { VerifiedIdentity } from './provider.server.ts'

/** Cookie that identifies the browser that began a log-in with Apple. */
export const cookieName = 'apple_state'

export const stateIn = (header = '') =>
  new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(header)?.[1] ?? ''

/** Returns the hash that is stored with the one-time code, which only its browser can redeem. */
export const browserOf = (header: string | undefined) => tokenHash(stateIn(header)).toString('hex')

/** The data stored with a one-time code. `browser` is the hash of the cookie of the browser that began the log-in. */
export type PendingLogin = VerifiedIdentity & {
  firstName: string
  lastName: string
  browser: string
}

/** Finds the member with the code's identity, or else the one with its e-mail, whose password must be given once. */
async function accountOf(database: Database, { issuer, subject, email }: PendingLogin) {
  const member = await database
    .selectFrom('identities')
    .select('user_id as id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  const address = emailShape.safeParse(email).data ?? null
  const owner = member || !address ? undefined : await findEmailOwner(database, address)
  return { member, owner, address }
}

/** What the page must ask for before this code can be redeemed, if anything. */
export async function neededFor(database: Database, arrived: PendingLogin) {
  const { member, owner } = await accountOf(database, arrived)
  if (member) return null
  return owner ? ('password' as const) : ('name' as const)
}

type Registration = ParsedInputOf<typeof register>
/** The password of an account to link, or what a newcomer chose. */
type Input = Partial<Omit<Registration, 'email'>>

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
  const row = await database
    .selectFrom('apple_logins')
    .select('data')
    .where('key_hash', '=', tokenHash(code))
    .where('step', '=', 'code')
    .where('expires_at', '>', clock.now())
    // A link with someone else's code logs nobody in.
    .where(sql<boolean>`data ->> 'browser' = ${browserOf(request.cookie)}`)
    .executeTakeFirst()
  if (!row) throw appleLoginError()
  const arrived = row.data as PendingLogin
  const { member, owner, address } = await accountOf(database, arrived)
  if (owner) await checkPassword(services, owner, input.password)
  return transact(database, async (tx) => {
    const used = tx.deleteFrom('apple_logins').where('key_hash', '=', tokenHash(code))
    if ((await used.executeTakeFirst()).numDeletedRows === 0n) throw appleLoginError()
    const known = member ?? owner
    const id = known?.id ?? (await join(tx, services, { ...arrived, address }, input, request.ip))
    const locked = await lockMember(tx, id)
    // The password was changed while it was being verified.
    if (owner && locked?.credential_version !== owner.credential_version) throw appleLoginError()
    await saveIdentity(tx, services, id, arrived)
    if (owner) await sendMail(services, { kind: 'apple-linked', userId: id }, tx)
    await comeBack(tx, services, id)
    const user = await tx
      .selectFrom('users')
      .select(['id', 'user_name', 'email', 'email_verified_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { userAgent } = request
    return sessionResponse(user, await openSession(tx, clock, id, { userAgent, byApple: true }))
  }).catch((error: unknown) => {
    // Another request took the name, the e-mail or the identity at the same time.
    if (violatesName(error)) throw nameTaken({ fields: { userName: nameTaken.message } })
    const crossed = ['users_email_key_key', 'identities_pkey']
    throw crossed.some((key) => violatesConstraint(error, key)) ? appleLoginError() : error
  })
}

type Owner = NonNullable<Awaited<ReturnType<typeof findEmailOwner>>>

/** Throws unless this is the account's password: that Apple vouches for an address doesn't open an account with it. */
async function checkPassword(
  { limits }: Services,
  { email, password_hash }: Owner,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw applePassword()
  await limits.spendNamed({ 'login-account': { email: emailKey(email ?? '') } })
  if (!(await verifyPassword(password_hash, password)))
    throw wrongLogin({ fields: { password: wrongLogin.message } })
}

/** Links an identity to a member, or stores the newer token of one that is linked. */
const saveIdentity = (
  tx: Tx,
  { clock }: Services,
  userId: number,
  { issuer, subject, refreshToken }: PendingLogin,
) =>
  sql`
    insert into identities as known (issuer, subject, user_id, refresh_token, created_at)
    values (${issuer}, ${subject}, ${userId}, ${refreshToken}, ${clock.now()})
    on conflict (issuer, subject) do update
      set refresh_token = coalesce(excluded.refresh_token, known.refresh_token)
      where known.user_id = excluded.user_id`.execute(tx)

async function join(
  tx: Tx,
  services: Services,
  { address, emailVerified, firstName, lastName }: PendingLogin & { address: string | null },
  { userName = `Member ${randomInt(2, 100_000)}`, emailConsent, birthDate, ...input }: Input,
  ip: string,
): Promise<number> {
  const referrer = input.referrer ?? input.referer ?? null
  const user = await addMember(
    tx,
    services,
    { userName, email: address, emailVerified, emailConsent, birthDate, referrer, ip },
    { first_name: firstName || null, last_name: lastName || null, platform: 'apple' },
  )
  return user.id
}
