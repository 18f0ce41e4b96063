import { recordAudit, operatorActor } from '#domain/audit.ts'
import { lockMember, updateMember } from '#domain/locks/lock-member.ts'
import { randomInt } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { parseArgs } from 'node:util'
import type { Command } from '#platform/server/command.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { hashPassword } from '#platform/server/auth/passwords.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { DB } from '#platform/server/database/schema.ts'
import { Refusal } from '#platform/contract/failure.ts'
import type { Services } from '#platform/server/services.ts'
import { nameProblem, normalizeName, nameConstraints, nameKeys } from './names/user-name.ts'
import { canUndoSql } from './credentials/email.server.ts'
import { setAddress } from './credentials/set-address.server.ts'
import { giveAnswersBack, giveRenameBack } from './credentials/give-back.server.ts'
import { unlinkForGood } from './credentials/take-over.server.ts'
import { deleteMailTokens } from '#features/mail/tokens.server.ts'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { findEmailOwner, freeAddress, isMailboxTaken } from './sign-up/owner.server.ts'
import { checkNewName, looksLikeSql } from './names/free-name.server.ts'
import { email as emailShape, emailKey, userName as userNameShape } from './shapes.ts'

class Mistake extends Error {}

type Address = { email?: string | undefined; takeAddress?: boolean | undefined }

/** Columns of `users` without which nobody can log in. */
const noLogin = { email: null, email_key: null, password_hash: null }

/** Returns 20 random letters and digits without look-alikes, which is more than 100 bits. */
export function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
}

/**
 * Ends every way into an account that its password isn't: log-ins with Apple, sessions, mailed links, requested changes
 * of e-mail, and links that undo one. They may be of the person who had the rights or the account before.
 */
async function endAccess(tx: Transaction<DB>, services: Services, id: number): Promise<void> {
  await updateMember(tx, id, { pending_email: null, email_proven_elsewhere: false })
  await tx.deleteFrom('email_changes').where('user_id', '=', id).execute()
  await unlinkForGood(tx, services, id)
  await deleteMailTokens(tx, id)
  await endSessions(tx, id)
}

function parseAddress(text = ''): string {
  const address = emailShape.safeParse(text)
  if (!address.success) throw new Mistake('Give an e-mail: --email name@example.com')
  return address.data
}

const inUse = (owner: number | undefined) =>
  new Mistake(
    `User ${owner} has this e-mail. After 'user password ${owner}' you can log in there and change it.`,
  )

const mailboxTaken = () => new Mistake('Another account of this mailbox is verified already.')

async function make(services: Services, id: number, email?: string, name?: string) {
  const { database, clock } = services
  if (!privilegedUserIds.includes(id))
    throw new Mistake(`Only ${privilegedUserIds.join(', ')} are made by hand.`)
  const address = parseAddress(email)
  const userName = normalizeName(name ?? `Yolo ${id}`)
  const problem = nameProblem(userName)
  if (problem) throw new Mistake(`This name can't be used: ${problem}`)
  const password = generatePassword()
  const hash = await hashPassword(password)
  const facts = {
    user_name: userName,
    ...nameKeys(userName),
    email: address,
    email_key: emailKey(address),
    email_verified_at: clock.now(),
    password_hash: hash,
    disabled_at: null,
    delete_at: null,
  }
  try {
    await transact(database, async (tx) => {
      const open = await lockMember(tx, id)
      if (open?.email) throw new Mistake(`User ${id} exists already, as ${open.email}.`)
      await tx
        .insertInto('users')
        .values({ id, ...facts, created_at: clock.now() })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
        .execute()
      await endAccess(tx, services, id)
      await recordAudit(tx, operatorActor, 'user.make', `user ${id}`, {
        after: { userName, email: address },
      })
    })
  } catch (error) {
    if (violatesConstraint(error, 'users_email_key_key'))
      throw inUse((await findEmailOwner(database, address))?.id)
    if (isMailboxTaken(error)) throw mailboxTaken()
    if (nameConstraints.some((constraint) => violatesConstraint(error, constraint)))
      throw new Mistake('This name is taken: --name …')
    throw error
  }
  console.log(`User ${id}, ${userName}: log in as ${address} with ${password}`)
}

/** Removes every way to log in to an account, which stays because other data refers to it. */
async function unmake(services: Services, id: number) {
  if (!privilegedUserIds.includes(id))
    throw new Mistake(`Only ${privilegedUserIds.join(', ')} are unmade by hand.`)
  await transact(services.database, async (tx) => {
    if (!(await lockMember(tx, id))) throw new Mistake(`There is no user ${id}.`)
    // It stays verified, because the favorites of unverified members lapse.
    await updateMember(tx, id, noLogin)
    await tx.deleteFrom('mailboxes').where('user_id', '=', id).execute()
    await endAccess(tx, services, id)
    await recordAudit(tx, operatorActor, 'user.unmake', `user ${id}`, { after: {} })
  })
  console.log(`User ${id} can't log in any more; all sessions have ended.`)
}

/**
 * Takes every way into an account, until the job of the night deletes it with all that is its member's. `email` says
 * whose it is, which the operator must name where a change of e-mail can be undone: a thief might ask.
 */
async function remove(services: Services, id: number, { email: named }: Address) {
  if (privilegedUserIds.includes(id))
    throw new Mistake(`User ${id} stays, as other data refers to it: 'user unmake ${id}'.`)
  const { user_name, email } = await transact(services.database, async (tx) => {
    await lockMember(tx, id)
    const user = await rowById(tx, 'users', id, ['user_name', 'email'])
    if (!user) throw new Mistake(`There is no user ${id}.`)
    const owner = ownersAddress(id, user.email, await emailChangesOf(tx, services, id), named)
    const now = services.clock.now()
    await updateMember(tx, id, { ...noLogin, disabled_at: now, delete_at: now })
    await endAccess(tx, services, id)
    await recordAudit(tx, operatorActor, 'user.delete', `user ${id}`)
    return { ...user, email: owner ?? '<address>' }
  })
  console.log(
    `User ${id}, ${user_name}, is hidden and logged out. The job of the coming night, at 3:17 UTC, deletes the account.`,
  )
  console.log(
    `Was it the wrong one? Until then 'user password ${id} --email ${email}' keeps it, where ${email} is its owner's, and its member is back by logging in.`,
  )
}

/**
 * Returns the address of who the account is deleted for: that of now, or the one that the operator names. Throws if none
 * is named while a change of e-mail can be undone, or if it isn't one that the account has or could have back.
 */
function ownersAddress(
  id: number,
  now: string | null,
  changes: EmailChange[],
  named: string | undefined,
): string | null {
  const moved = movedFrom(now, changes)
  if (named === undefined) {
    if (moved.size === 0) return now
    const either = [...moved.keys(), ...(now ? [now] : [])].map((one) => `--email ${one}`)
    throw new Mistake(
      `${saidOfMove(id, now, moved)}. A thief may have done that, and nobody can undo it after the deletion. ` +
        `Name the address of its owner, who asks for it: ${either.join(' or ')}.`,
    )
  }
  const key = emailKey(parseAddress(named))
  const owner = [...moved.keys(), now ?? ''].find((one) => emailKey(one) === key)
  if (!owner) throw new Mistake(`User ${id} has another e-mail: ${now ?? 'none'}.`)
  return owner
}

/** Gives a member another name, which they can change a year later. */
async function rename(services: Services, id: number, text: string) {
  const { database, clock } = services
  const name = normalizeName(text)
  const { error } = userNameShape.safeParse(text)
  const problem = privilegedUserIds.includes(id) ? nameProblem(name) : error?.issues[0]?.message
  if (problem) throw new Mistake(`This name can't be used: ${problem}`)
  try {
    const before = await transact(database, async (tx) => {
      await lockMember(tx, id)
      const user = await rowById(tx, 'users', id, ['user_name'])
      if (!user) throw new Mistake(`There is no user ${id}.`)
      await updateMember(tx, id, {
        user_name: name,
        ...nameKeys(name),
        user_name_changed_at: clock.now(),
        lost_name: null,
        name_by_operator: true,
      })
      await checkNewName(tx, id, name)
      await recordAudit(tx, operatorActor, 'user.rename', `user ${id}`, {
        before: { userName: user.user_name },
        after: { userName: name },
      })
      return user.user_name
    })
    console.log(`User ${id} was ${before} and is ${name} now, and can change that in a year.`)
  } catch (error) {
    if (error instanceof Refusal) throw new Mistake(`This name can't be used: ${error.message}`)
    if (!nameConstraints.some((constraint) => violatesConstraint(error, constraint))) throw error
    const holder = await database
      .selectFrom('users')
      .select(['id', 'user_name'])
      .where(looksLikeSql(name))
      .executeTakeFirst()
    throw new Mistake(
      `User ${holder?.id}, ${holder?.user_name}, has this name, or one that looks like it: 'user rename ${holder?.id} <name>' frees it.`,
    )
  }
}

/**
 * Gives a new password, and the address that the operator names: they must name one where a change of e-mail can be
 * undone, since the link that undoes it ends with all else, and a thief might have made the change.
 */
async function renewPassword(services: Services, id: number, { email, takeAddress }: Address) {
  const address = email === undefined ? null : parseAddress(email)
  const password = generatePassword()
  const hash = await hashPassword(password)
  const now = await transact(services.database, async (tx) => {
    const user = await lockMember(tx, id)
    const mayHaveNone = address !== null && !privilegedUserIds.includes(id)
    if (!user || !(user.email || mayHaveNone))
      throw new Mistake(`There is no user ${id} who can log in.`)
    const changes = await emailChangesOf(tx, services, id)
    if (address === null) refuseIfMoved(id, user.email, changes)
    else {
      await makeRoom(tx, id, { email: address, takeAddress })
      const had = changes.findIndex(({ old_email }) => emailKey(old_email) === emailKey(address))
      const later = changes.slice(had + 1).map(({ old_email }) => old_email)
      await setAddress(tx, services, user, { email: address, later })
      if (user.email_key !== emailKey(address)) {
        const askedAt = changes[had]?.asked_at ?? null
        await giveAnswersBack(tx, services, id, askedAt)
        await giveRenameBack(tx, services, id, askedAt)
      }
      // As by `make`, because the favorites of unverified members lapse.
      if (privilegedUserIds.includes(id))
        await updateMember(tx, id, {
          email_verified_at: sql`coalesce(email_verified_at, ${services.clock.now()})`,
          email_proven_elsewhere: false,
        })
    }
    await updateMember(tx, id, {
      password_hash: hash,
      // The night doesn't delete what `remove` marked by mistake, also if its member hasn't logged in by then.
      delete_at: sql`case when delete_at > ${services.clock.now()} then delete_at end`,
    })
    await endAccess(tx, services, id)
    const set = address !== null && { before: { email: user.email }, after: { email: address } }
    await recordAudit(tx, operatorActor, 'user.password', `user ${id}`, set || { after: {} })
    return rowById(tx, 'users', id, ['email', 'email_verified_at'])
  }).catch((error: unknown) => {
    throw isMailboxTaken(error) ? mailboxTaken() : error
  })
  console.log(
    `User ${id}: log in as ${now?.email} with ${password}. All else that opened the account has ended.`,
  )
  if (address === null)
    console.log(
      `Who reads ${now?.email} can open it by 'Forgot password': if that isn't its owner, do it again with --email.`,
    )
  else if (!now?.email_verified_at)
    console.log(`The address isn't verified: once logged in, have the link sent again.`)
}

/** Throws if another account has the address, unless it never verified it and is to lose it. */
async function makeRoom(tx: Transaction<DB>, id: number, { email = '', takeAddress }: Address) {
  const other = await findEmailOwner(tx, email)
  if (!other || other.id === id) return
  if (other.email_verified_at) throw inUse(other.id)
  if (!takeAddress)
    throw new Mistake(
      `User ${other.id} joined with this e-mail and never verified it: --take-address takes it from them.`,
    )
  await freeAddress(tx, emailKey(email), { except: id })
}

type EmailChange = { old_email: string; asked_at: Date; canUndo: boolean }

const emailChangesOf = (tx: Transaction<DB>, { clock }: Services, id: number) =>
  tx
    .selectFrom('email_changes')
    .select(['old_email', 'asked_at', canUndoSql(clock.now()).as('canUndo')])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()

/** Returns the other addresses that the account had before changes that can still be undone, with the day of each. */
function movedFrom(email: string | null, changes: EmailChange[]): Map<string, string> {
  const undoable = changes.filter(
    ({ old_email, canUndo }) => canUndo && emailKey(old_email) !== emailKey(email ?? ''),
  )
  return new Map(undoable.map((one) => [one.old_email, one.asked_at.toISOString().slice(0, 10)]))
}

function saidOfMove(id: number, email: string | null, moved: Map<string, string>): string {
  const from = [...moved].map(([old, day]) => `${old} (on ${day})`).join(', then ')
  return `The e-mail of user ${id} was changed from ${from} to ${email ?? 'none'}`
}

/** Throws if the account has taken another address that can still be undone. */
function refuseIfMoved(id: number, email: string | null, changes: EmailChange[]): void {
  const moved = movedFrom(email, changes)
  if (moved.size === 0) return
  const back = [...moved.keys()].map((old) => `--email ${old}`).join(' or ')
  throw new Mistake(
    `${saidOfMove(id, email, moved)}, and 'Forgot password' opens the account there. ` +
      `Name its owner's address: ${back} takes the change back, --email ${email} keeps it.`,
  )
}

export const userCommand: Command = {
  name: 'user',
  summary:
    'Make or unmake the users with rights (6, 7, 514 and 20); new password, new name, deletion of any member',
  usage: `user <what> <id> [options]

  make <id> --email <address> [--name <name>]   makes 6, 7, 514 or 20 and prints a password, once
  unmake <id>                                   takes e-mail, password and sessions away
  password <id> [--email <address>]             a new password for any member, printed once; ends sessions,
                                                mailed links and log-ins with Apple, as unmake does. --email is
                                                the address of the account's owner; it must be given while a
                                                change of e-mail can be undone, whose links end, too
    --take-address                              takes it from an account that never verified it
  rename <id> <name>                            another name for any member, who can change it a year later
  delete <id> [--email <address>]               ends all that opens a member's account, and deletes it with the
                                                job of the coming night; not 6, 7, 514 and 20 (unmake). --email as
                                                by password: whose it is, while a change of e-mail can be undone`,
  mayBegin: ([what]) => what === 'make',
  async run(args, services) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        'take-address': { type: 'boolean' },
      },
    })
    const [what, text = '', ...rest] = positionals
    const id = Number(text)
    const address = { email: values.email, takeAddress: values['take-address'] }
    try {
      // Only `rename` takes more than an id.
      const isClear = /^\d{1,9}$/.test(text) && (what === 'rename' || rest.length === 0)
      const act = isClear ? what : undefined
      if (act === 'make') await make(services, id, values.email, values.name)
      else if (act === 'unmake') await unmake(services, id)
      else if (act === 'password') await renewPassword(services, id, address)
      else if (act === 'rename') await rename(services, id, rest.join(' '))
      else if (act === 'delete') await remove(services, id, address)
      else throw new Mistake(`Usage: npm run yolo -- ${userCommand.usage}`)
      return 0
    } catch (error) {
      if (!(error instanceof Mistake)) throw error
      console.error(error.message)
      return 2
    }
  },
}
