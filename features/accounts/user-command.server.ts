import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { recordAudit, operatorActor } from '#domain/audit.ts'
import { email as emailShape } from '#domain/email.ts'
import { lockMember, updateCredentials } from '#domain/locks/lock-member.ts'
import { privilegedUserIds } from '#domain/vocabulary/roles.ts'
import type { Command } from '#platform/server/feature.ts'
import { violatesConstraint, transact } from '#platform/server/database/database.ts'
import { hashPassword } from '#platform/server/auth/passwords.ts'
import { endSessions } from '#platform/server/auth/sessions.ts'
import { rowById } from '#platform/server/database/row-by-id.ts'
import type { Services } from '#platform/server/services.ts'
import { unlinkIdentities } from './credentials/server.ts'
import { nameKeys, nameProblem, normalizeName, violatesName } from './names/user-name.ts'
import { deleteMember } from './profile/leave.server.ts'

class Mistake extends Error {}

type Options = { email?: string | undefined; name?: string | undefined }

const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Returns 20 random letters and digits without look-alikes, which is more than 100 bits. */
export const generatePassword = () =>
  Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')

function parseAddress(text = ''): string {
  const address = emailShape.safeParse(text)
  if (!address.success) throw new Mistake('Give an e-mail: --email name@example.com')
  return address.data
}

/** Makes a user with rights, or opens an existing one to whose address this is. */
async function make(services: Services, id: number, { email, name }: Options) {
  const { database, clock } = services
  if (!privilegedUserIds.includes(id))
    throw new Mistake(`Only ${privilegedUserIds.join(', ')} are made by hand.`)
  const address = parseAddress(email)
  const userName = normalizeName(name ?? `Yolo ${id}`)
  const problem = nameProblem(userName)
  if (problem) throw new Mistake(`This name can't be used: ${problem}`)
  const password = generatePassword()
  const now = clock.now()
  const facts = {
    user_name: userName,
    ...nameKeys(userName),
    email: address,
    email_verified_at: now,
    password_hash: await hashPassword(password),
  }
  await transact(database, async (tx) => {
    const added = await tx
      .insertInto('users')
      .values({ id, ...facts, created_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n)
      throw new Mistake(`User ${id} exists already: 'user password ${id}'.`)
    await recordAudit(tx, operatorActor, 'user.make', `user ${id}`, {
      after: { userName, email: address },
    })
  })
  console.log(`User ${id}, ${userName}: log in as ${address} with ${password}`)
}

/** Gives a new password, and the address that the operator names. Everything else that opened the account ends. */
async function renewPassword(services: Services, id: number, { email }: Options) {
  const password = generatePassword()
  const hash = await hashPassword(password)
  const address = email === undefined ? undefined : parseAddress(email)
  const now = await transact(services.database, async (tx) => {
    if (!(await lockMember(tx, id))) throw new Mistake(`There is no user ${id}.`)
    const before = await rowById(tx, 'users', id, ['email'])
    await updateCredentials(tx, id, {
      ...(address && { email: address, email_verified_at: services.clock.now() }),
      password_hash: hash,
      pending_email: null,
    })
    await tx.deleteFrom('mail_tokens').where('user_id', '=', id).execute()
    await unlinkIdentities(tx, services, id)
    await endSessions(tx, id)
    await recordAudit(tx, operatorActor, 'user.password', `user ${id}`, {
      before: { email: before?.email },
      after: { email: address ?? before?.email },
    })
    return address ?? before?.email
  })
  console.log(`User ${id}: log in as ${now} with ${password}. All else that opened it has ended.`)
}

async function remove(services: Services, id: number) {
  await transact(services.database, async (tx) => {
    if (!(await lockMember(tx, id))) throw new Mistake(`There is no user ${id}.`)
    await deleteMember(tx, services, id)
    await recordAudit(tx, operatorActor, 'user.delete', `user ${id}`)
  })
  console.log(`User ${id} is deleted, with all that was theirs.`)
}

export const userCommand: Command = {
  name: 'user',
  summary: 'Make the users with rights (6, 7, 514 and 20); new password or deletion of any member',
  usage: `user <what> <id> [options]

  make <id> --email <address> [--name <name>]   makes 6, 7, 514 or 20 and prints a password, once
  password <id> [--email <address>]             a new password for any member, printed once, and a new e-mail;
                                                ends sessions, mailed links and log-ins with Apple
  delete <id>                                   deletes a member with favorites, photos, votes, follows, reports`,
  mayBegin: ([what]) => what === 'make',
  async run(args, services) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { email: { type: 'string' }, name: { type: 'string' } },
    })
    const [what, text = '', ...rest] = positionals
    const id = Number(text)
    try {
      const act = /^\d{1,9}$/.test(text) && rest.length === 0 ? what : undefined
      if (act === 'make') await make(services, id, values)
      else if (act === 'password') await renewPassword(services, id, values)
      else if (act === 'delete') await remove(services, id)
      else throw new Mistake(`Usage: ${userCommand.usage}`)
      return 0
    } catch (error) {
      const taken = violatesName(error)
        ? 'This name is taken: --name …'
        : violatesConstraint(error, 'users_email_key_key') && 'Another user has this e-mail.'
      const message = error instanceof Mistake ? error.message : taken
      if (!message) throw error
      console.error(message)
      return 2
    }
  },
}
