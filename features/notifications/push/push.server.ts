import { sql } from 'kysely'
import webPush from 'web-push'
import { isSessionLiveSql } from '#platform/server/auth/sessions.ts'
import type { JobQueue } from '#platform/server/jobs/jobs.ts'
import type { Services } from '#platform/server/services.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { pushKeys } from './devices.server.ts'
import { isPushEndpoint } from './endpoint.ts'

type Device = { id: number; endpoint: string; p256dh: string; auth: string; unread: number }

/**
 * Each minute, sends one summary to each device whose member has unread notices since its last push, at most one in ten
 * minutes. The time of the push is written first, so that a failure or a second process sends nothing twice.
 */
export const pushQueue = (services: Services): JobQueue => ({
  name: 'push',
  every: '* * * * *',
  async run() {
    const { database, clock, log } = services
    const now = clock.now()
    const { rows: devices } = await sql<Device>`
      with due as (
        select p.id, count(*)::integer as unread
          from push_subscriptions p
          join sessions s on s.token_hash = p.session_hash and ${isSessionLiveSql('s', now)}
          join notifications n on n.recipient_id = p.user_id and n.read_at is null and n.created_at > p.pushed_at
          left join users a on a.id = n.actor_id
         where p.pushed_at <= ${now}::timestamptz - interval '10 minutes' and (n.actor_id is null or a.counts)
         group by p.id limit 1000)
      update push_subscriptions p set pushed_at = ${now} from due
       where p.id = due.id and p.pushed_at <= ${now}::timestamptz - interval '10 minutes'
      returning p.id, p.endpoint, p.p256dh, p.auth, due.unread`.execute(database)
    for (const device of devices)
      await push(services, device).catch((error: Error) =>
        log.warn({ err: error.message }, 'a push failed'),
      )
  },
})

async function push(services: Services, { id, endpoint, p256dh, auth, unread }: Device) {
  const { database, settings } = services
  const status = await deliver(services, { endpoint, p256dh, auth }, unread)
  // The subscription has ended, or the operator has changed PUSH_HOSTS since the device subscribed.
  if (status === 404 || status === 410 || !isPushEndpoint(endpoint, settings.pushHosts))
    await database.deleteFrom('push_subscriptions').where('id', '=', id).execute()
  else if (status >= 400) throw new Error(`The push service answered ${status}.`)
}

/** Encrypts a message (RFC 8291), signs the request (RFC 8292), sends it, and returns the status. */
async function deliver(
  { database, settings }: Services,
  { endpoint, p256dh, auth }: Pick<Device, 'endpoint' | 'p256dh' | 'auth'>,
  unread: number,
): Promise<number> {
  if (!isPushEndpoint(endpoint, settings.pushHosts)) return 410
  // It may appear on a lock screen, so it names nobody and nothing.
  const message = {
    title: 'Yolo',
    body: `You have ${countWithNoun(unread, 'new notice')}.`,
    url: '/notify',
    tag: 'news',
  }
  const vapidDetails = {
    subject: `mailto:${settings.contactEmail}`,
    ...(await pushKeys(database)),
  }
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails, TTL: 24 * 60 * 60, topic: 'news' },
  )
  const { 'Content-Length': _length, ...sent } = headers as Record<string, string>
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: sent,
    body: new Uint8Array(body),
    // A push service never redirects, and another host must not be reached through one (docs/safety.md, S24).
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  })
  await response.body?.cancel()
  return response.status
}
