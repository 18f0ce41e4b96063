import { sql, type Transaction } from 'kysely'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Viewer } from '#platform/server/http/handler.ts'
import { openSession } from '#platform/server/auth/sessions.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import type { AgeGate } from '#features/accounts/sign-up/age.server.ts'
import { firstCharacters } from '#platform/text/characters.ts'
import {
  maxUserNameLength,
  nameProblem,
  normalizeName,
  nameConstraints,
  isReserved,
} from '#features/accounts/names/user-name.ts'
import { freeName, isNameTaken, numbered } from '#features/accounts/names/free-name.server.ts'
import { lockMember, updateMember } from '#domain/locks/lock-member.ts'
import { addMember } from '#features/accounts/sign-up/register.server.ts'
import {
  findEmailOwner,
  freeMailbox,
  isMailboxTaken,
} from '#features/accounts/sign-up/owner.server.ts'
import {
  giveToMailboxOwner,
  isOwnSession,
} from '#features/accounts/credentials/take-over.server.ts'
import { sendMail } from '#features/mail/send.server.ts'
import { comeBack } from '#features/accounts/sessions/come-back.server.ts'
import { sessionResponse } from '#features/accounts/sessions/sessions.server.ts'
import { nameTaken } from '#features/accounts/contract.ts'
import { email as emailShape } from '#features/accounts/shapes.ts'
import { readAppleStateCookie, hashOfState } from './browser.server.ts'
import { findMemberByIdentity, identityMatchesSql, setRefreshToken } from './identities.server.ts'
import { appleLoginError, appleUnlinked } from './contract.ts'
import type { VerifiedIdentity } from './provider.server.ts'

/** The data stored with a one-time code until the page redeems it. */
export type PendingLogin = VerifiedIdentity & {
  firstName: string
  lastName: string
  /** Hash of the cookie of the browser that began the log-in (`hashOfState`). */
  browser: string
}

type SignUpDetails = {
  checkAge: AgeGate
  /** The display name that the newcomer chose. Without one they get the suggested one. */
  userName: string | undefined
  birthDate: string | undefined
  emailConsent: boolean | undefined
  referrer: number | null
  userAgent: string
  /** The request's Cookie header, to check that its browser began the log-in. */
  cookie: string | undefined
  /** Who is logged in already, who may link what was unlinked. */
  viewer: Viewer | null
  ip: string
}
// Only the operator creates users with lower ids. A matching e-mail must not open such an account.
const firstMember = 1000

/**
 * Redeems a one-time code. Returns a session of the member with the code's identity or verified e-mail, or of a new
 * member.
 */
export async function logInWithApple(services: Services, code: string, details: SignUpDetails) {
  const { database, clock } = services
  let verifies = true
  for (let tries = 0; ; tries++)
    try {
      return await transact(database, async (tx) => {
        const arrived = await take(tx, services, code, details.cookie)
        const id =
          (await memberBehind(tx, arrived)) ??
          (await join(tx, services, arrived, { ...details, verifies }))
        // Checked again under the lock, because the identity might have been removed since it was found.
        await lockMember(tx, id)
        if ((await findMemberByIdentity(tx, arrived))?.user_id !== id) throw appleLoginError()
        const away = await comeBack(tx, services, { userId: id, ip: details.ip })
        const user = await tx
          .selectFrom('users')
          .select(['id', 'user_name', 'email', 'email_verified_at'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const { userAgent } = details
        const session = await openSession(tx, clock, id, { userAgent, byApple: true })
        return sessionResponse(user, session, away)
      })
    } catch (error) {
      // A simultaneous request took the name, the e-mail or the subject, so this one is tried again.
      const crossed = [...nameConstraints, 'users_email_key_key', 'identities_pkey'].some(
        (constraint) => violatesConstraint(error, constraint),
      )
      // Another account of the mailbox is verified, so a newcomer joins as an unverified member.
      if (verifies && isMailboxTaken(error)) verifies = false
      else if (!crossed || tries === 3) throw error
    }
}

/**
 * Returns a code's data and deletes it, if the request comes from the browser that began the log-in. A link with
 * someone else's code therefore logs nobody in, and the code stays valid for its own browser.
 */
async function take(
  tx: Transaction<DB>,
  { clock }: Services,
  code: string,
  cookie: string | undefined,
): Promise<PendingLogin> {
  const row = await tx
    .deleteFrom('apple_logins')
    .where('key_hash', '=', tokenHash(code))
    .where('step', '=', 'code')
    .where('expires_at', '>', clock.now())
    .where(sql<boolean>`data ->> 'browser' = ${hashOfState(readAppleStateCookie(cookie) ?? '')}`)
    .returning('data')
    .executeTakeFirst()
  if (!row) throw appleLoginError()
  return row.data as PendingLogin
}

async function memberBehind(tx: Transaction<DB>, arrived: PendingLogin) {
  const row = await findMemberByIdentity(tx, arrived)
  if (row && arrived.refreshToken) await setRefreshToken(tx, arrived, arrived.refreshToken)
  return row?.user_id
}

/** Finds the member with the e-mail that Apple reported, and whether they are certainly the `same` person. */
async function addressOf(database: Database, arrived: PendingLogin) {
  const address = emailShape.safeParse(arrived.email).data
  const owner = address ? await findEmailOwner(database, address) : undefined
  // Both sides must have verified the address. Otherwise someone could register a stranger's address first and then
  // have access to the stranger's account (docs/safety.md, S16).
  const same = Boolean(
    owner && arrived.emailVerified && owner.email_verified_at && owner.id >= firstMember,
  )
  return { address, owner, same }
}

/**
 * Returns whether a log-in would create an account, for which the page must ask month and year of birth (rules: age).
 */
export async function wouldCreateAccount(
  database: Database,
  arrived: PendingLogin,
): Promise<boolean> {
  return (
    !(await findMemberByIdentity(database, arrived)) && !(await addressOf(database, arrived)).same
  )
}

async function join(
  tx: Transaction<DB>,
  services: Services,
  arrived: PendingLogin,
  {
    checkAge,
    viewer,
    ip,
    userName: chosen,
    birthDate,
    emailConsent,
    referrer,
    verifies,
  }: SignUpDetails & { verifies: boolean },
): Promise<number> {
  const { issuer, subject, refreshToken } = arrived
  const emailVerified = verifies && arrived.emailVerified
  const found = await addressOf(tx, arrived)
  if (found.owner) await lockMember(tx, found.owner.id)
  // Checked again under the lock, because the address might belong to someone else by now.
  const { address, owner, same } = found.owner ? await addressOf(tx, arrived) : found
  const id = same ? owner!.id : await add()
  if (same) await openTo(tx, services, { arrived, owner: owner!, viewer, ip })
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
    const newcomer = { subject: `${issuer} ${subject}`, email: address, ip }
    const ageCheckedAt = await checkAge(newcomer, birthDate, tx)
    // If a simultaneous request takes it after this, the next try finds it taken.
    if (chosen && (await isNameTaken(tx, chosen)))
      throw nameTaken({ fields: { userName: nameTaken.message } })
    const suggested = await suggestedName(tx, arrived)
    const userName = chosen ?? suggested ?? (await freeName(tx, 'Member', numbered('Member')))
    const email = owner ? null : (address ?? null)
    if (email && emailVerified) await freeMailbox(tx, services, email, { except: null })
    const user = await addMember(
      tx,
      services,
      { userName, email, emailVerified, emailConsent, ageCheckedAt, referrer, ip },
      {
        first_name: arrived.firstName || null,
        last_name: arrived.lastName || null,
        platform: 'apple',
      },
    )
    return user.id
  }
}

type Owner = NonNullable<Awaited<ReturnType<typeof findEmailOwner>>>

/**
 * Opens an account to a log-in with its address, and tells that address. Apple vouches for an address without asking it
 * again, so what was unlinked from the account is linked again only from a session of the account. An account without a
 * password gets one by 'Forgot password'. The caller has locked the member.
 */
async function openTo(
  tx: Transaction<DB>,
  services: Services,
  {
    arrived,
    owner,
    viewer,
    ip,
  }: { arrived: PendingLogin; owner: Owner; viewer: Viewer | null; ip: string },
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('unlinked_identities')
    .where('user_id', '=', owner.id)
    .where(identityMatchesSql(arrived))
    .executeTakeFirst()
  if (numDeletedRows > 0n && !(await isOwnSession(tx, viewer, owner.id))) throw appleUnlinked()
  if (owner.email_proven_elsewhere) await discardCredentials(tx, services, owner)
  await sendMail(services, { kind: 'apple-linked', userId: owner.id, ip }, tx)
}

/**
 * Leaves only the log-in that is being linked, because someone else might have made the account with this address
 * before its owner opened the mailed link (docs/safety.md, S16). The owner gets a mail to choose a password.
 */
async function discardCredentials(
  tx: Transaction<DB>,
  services: Services,
  owner: Owner,
): Promise<void> {
  await giveToMailboxOwner(tx, services, owner.id, { isOwn: false, verifies: true })
  if (!owner.password_hash || !owner.email_key) return
  await updateMember(tx, owner.id, { password_hash: null })
  await sendMail(services, { kind: 'reset', emailKey: owner.email_key }, tx)
}

/** Returns and stores in `arrived` the full name. Apple sends it once, perhaps in a log-in that was never completed. */
async function fullName(database: Database, arrived: PendingLogin): Promise<string> {
  const earlier = await database
    .selectFrom('apple_logins')
    .select('data')
    .where('step', '=', 'code')
    .where((is) => is(is.ref('data', '->>').key('subject' as never), '=', arrived.subject as never))
    .execute()
  const found = [arrived, ...earlier.map(({ data }) => data as PendingLogin)].find(
    ({ issuer, firstName, lastName }) => issuer === arrived.issuer && (firstName || lastName),
  )
  if (found) Object.assign(arrived, { firstName: found.firstName, lastName: found.lastName })
  return `${arrived.firstName} ${arrived.lastName}`
}

/** Returns a free display name like the name that Apple told, or null if that can't be one. */
export async function suggestedName(
  database: Database,
  arrived: PendingLogin,
): Promise<string | null> {
  const wanted = normalizeName(await fullName(database, arrived))
  const name = normalizeName(firstCharacters(wanted, maxUserNameLength - 7))
  return nameProblem(name) || isReserved(name) ? null : freeName(database, name)
}
