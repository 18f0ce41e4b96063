import { z } from 'zod'
import { bumpCredentialVersion, lockMember } from '#domain/locks/lock-member.ts'
import { transact } from '#platform/server/database/database.ts'
import { implementCall } from '#platform/server/http/handler.ts'
import type { Services } from '#platform/server/services.ts'
import { appleLoginError, appleNotices, appleNotConfigured, appleUnavailable } from './contract.ts'
import { findMemberByIdentity, identityMatchesSql, setRefreshToken } from './identities.server.ts'
import type { AppleProvider } from './provider.server.ts'

const notice = z.object({
  type: z.string(),
  sub: z.string().min(1),
  event_time: z.number(),
})

export const noticeHandlers = ({ database, settings }: Services, apple: AppleProvider | null) => [
  implementCall(appleNotices, async ({ input: { payload } }) => {
    if (!apple) throw appleNotConfigured()
    // Apple sends a notice again after a 503, but not after a 401.
    const events = await apple.readNotice(payload).catch(() => {
      throw appleUnavailable()
    })
    const parsed = notice.safeParse(typeof events === 'string' ? asJson(events) : events)
    if (!parsed.success) throw appleLoginError()
    const { type, sub, event_time } = parsed.data
    if (type !== 'consent-revoked' && type !== 'account-delete') return {}
    const at = new Date(event_time < 1e11 ? event_time * 1000 : event_time)
    await transact(database, async (tx) => {
      const identity = { issuer: settings.apple!.issuer, subject: sub }
      const owner = await findMemberByIdentity(tx, identity)
      if (!owner) return
      // The lock makes log-ins under way wait. The new credential version then voids them, and mailed links that a
      // stolen session may have requested.
      await lockMember(tx, owner.user_id)
      await bumpCredentialVersion(tx, owner.user_id)
      // Sessions opened later are based on a new consent, so a replayed old notice must not end them.
      await tx
        .deleteFrom('sessions')
        .where('user_id', '=', owner.user_id)
        .where('created_at', '<=', at)
        .execute()
      if (type === 'consent-revoked') return setRefreshToken(tx, identity, null)
      await tx.deleteFrom('identities').where(identityMatchesSql(identity)).execute()
    })
    return {}
  }),
]

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
