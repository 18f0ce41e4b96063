import type { Clock, Database, Tx } from '#platform/server/services.ts'
import { tokenHash } from '#platform/server/auth/tokens.ts'
import { invalidToken, linkUsed } from '../contract.ts'
import type { LinkPurpose } from '#features/mail/templates.server.ts'

/** Finds a link that can still be used. Throws if there is none. A new version of the credentials voids all but 'restore'. */
export async function findMailLink(
  database: Database,
  clock: Clock,
  purposes: readonly LinkPurpose[],
  token: string,
) {
  const link = await database
    .selectFrom('mail_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      't.user_id as userId',
      't.email',
      't.purpose',
      't.created_at as createdAt',
      't.used_at',
    ])
    .where('t.token_hash', '=', tokenHash(token))
    .where('t.purpose', 'in', purposes)
    .where('t.expires_at', '>', clock.now())
    .where((is) =>
      is.or([
        is('t.used_at', 'is not', null),
        is('t.purpose', '=', 'restore'),
        is('t.credential_version', '=', is.ref('u.credential_version')),
      ]),
    )
    .executeTakeFirst()
  if (!link) throw invalidToken()
  if (link.used_at) throw linkUsed()
  return link
}

/** Uses a link up. Of two simultaneous requests only one gets it (docs/safety.md, S8). */
export async function useMailLink(
  tx: Tx,
  clock: Clock,
  purposes: readonly LinkPurpose[],
  token: string,
) {
  const link = await findMailLink(tx, clock, purposes, token)
  const { numUpdatedRows } = await tx
    .updateTable('mail_tokens')
    .set({ used_at: clock.now() })
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw linkUsed()
  return link
}
