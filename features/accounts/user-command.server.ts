import { recordAudit, operatorActor } from '#domain/audit.ts'
import { lockMember, updateMember } from '#domain/locks/lock-member.ts'
import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { parseArgs } from 'node:util'
import type { Command } from '#platform/server/command.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { hashPassword } from '#platform/server/auth/passwords.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import type { DB } from '#platform/server/database/schema.ts'
import type { Services } from '#platform/server/services.ts'
import { nameProblem, normalizeName, nameConstraints, nameKeys } from './names/user-name.ts'
import { unlinkForGood } from './credentials/take-over.server.ts'
import { deleteMailTokens } from '#features/mail/tokens.server.ts'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import { findEmailOwner, isMailboxTaken } from './sign-up/owner.server.ts'
import { email as emailShape, emailKey } from './shapes.ts'

class Mistake extends Error {}

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

async function make(services: Services, id: number, email?: string, name?: string) {
  const { database, clock } = services
  if (!privilegedUserIds.includes(id))
    throw new Mistake(`Only ${privilegedUserIds.join(', ')} are made by hand.`)
  const address = emailShape.safeParse(email ?? '')
  if (!address.success) throw new Mistake('Give an e-mail: --email admin@example.com')
  const userName = normalizeName(name ?? `Yolo ${id}`)
  const problem = nameProblem(userName)
  if (problem) throw new Mistake(`This name can't be used: ${problem}`)
  const password = generatePassword()
  const hash = await hashPassword(password, null)
  const facts = {
    user_name: userName,
    ...nameKeys(userName),
    email: address.data,
    email_key: emailKey(address.data),
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
        after: { userName, email: address.data },
      })
    })
  } catch (error) {
    if (violatesConstraint(error, 'users_email_key_key')) {
      const owner = await findEmailOwner(database, address.data)
      throw new Mistake(
        `User ${owner?.id} has this e-mail. After 'user password ${owner?.id}' you can log in there and change it.`,
      )
    }
    if (isMailboxTaken(error))
      throw new Mistake('Another account of this mailbox is verified already.')
    if (nameConstraints.some((constraint) => violatesConstraint(error, constraint)))
      throw new Mistake('This name is taken: --name …')
    throw error
  }
  console.log(`User ${id}, ${userName}: log in as ${address.data} with ${password}`)
}

/** Removes every way to log in to an account, which stays because other data refers to it. */
async function unmake(services: Services, id: number) {
  if (!privilegedUserIds.includes(id))
    throw new Mistake(`Only ${privilegedUserIds.join(', ')} are unmade by hand.`)
  await transact(services.database, async (tx) => {
    if (!(await lockMember(tx, id))) throw new Mistake(`There is no user ${id}.`)
    // It stays verified, because the favorites of unverified members lapse.
    const nothing = { email: null, email_key: null, password_hash: null }
    await updateMember(tx, id, nothing)
    await tx.deleteFrom('mailboxes').where('user_id', '=', id).execute()
    await endAccess(tx, services, id)
    await recordAudit(tx, operatorActor, 'user.unmake', `user ${id}`, { after: {} })
  })
  console.log(`User ${id} can't log in any more; all sessions have ended.`)
}

async function renewPassword(services: Services, id: number) {
  const password = generatePassword()
  const hash = await hashPassword(password, null)
  const email = await transact(services.database, async (tx) => {
    const user = await lockMember(tx, id)
    if (!user?.email) throw new Mistake(`There is no user ${id} who can log in.`)
    await updateMember(tx, id, { password_hash: hash })
    await endAccess(tx, services, id)
    await recordAudit(tx, operatorActor, 'user.password', `user ${id}`, { after: {} })
    return user.email
  })
  console.log(
    `User ${id}: log in as ${email} with ${password}. All else that opened the account has ended.`,
  )
}

export const userCommand: Command = {
  name: 'user',
  summary: 'Make or unmake the users with rights (6, 7, 514 and 20), or give a new password',
  usage: `user <what> <id> [options]

  make <id> --email <address> [--name <name>]   makes 6, 7, 514 or 20 and prints a password, once
  unmake <id>                                   takes e-mail, password and sessions away
  password <id>                                 a new password for any member, printed once; ends sessions,
                                                mailed links and log-ins with Apple, as unmake does`,
  async run(args, services) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { email: { type: 'string' }, name: { type: 'string' } },
    })
    const [what, text = ''] = positionals
    const id = Number(text)
    try {
      const isId = /^\d{1,9}$/.test(text)
      if (isId && what === 'make') await make(services, id, values.email, values.name)
      else if (isId && what === 'unmake') await unmake(services, id)
      else if (isId && what === 'password') await renewPassword(services, id)
      else throw new Mistake(`Usage: npm run yolo -- ${userCommand.usage}`)
      return 0
    } catch (error) {
      if (!(error instanceof Mistake)) throw error
      console.error(error.message)
      return 2
    }
  },
}
