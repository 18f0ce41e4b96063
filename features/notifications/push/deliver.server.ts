import { createHash } from 'node:crypto'
import webPush from 'web-push'
import type { Services } from '#platform/server/services.ts'
import { isPushEndpoint } from './endpoint.ts'
import { pushKeys } from './keys.server.ts'

/** What a device shows. It may appear on a lock screen, so it holds only what everyone may read. */
export type PushMessage = {
  title: string
  body: string
  /** The path that a tap opens. */
  url: string
  /** A later message with the same tag replaces this one. */
  tag: string
}

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** 'gone': the subscription has ended. 'refused': the service won't take this message, now or later. */
export type DeliveryOutcome = 'delivered' | 'gone' | 'refused' | { retryAfterSeconds: number }

/** How long a push service may take to answer, in milliseconds. */
const patience = 10_000
/** For how long a push service keeps a message for a device that is off. */
const keptSeconds = 24 * 60 * 60

/** Encrypts a message (RFC 8291), signs the request (RFC 8292) and sends it. Throws if it should be tried again. */
export async function deliverPush(
  { database, clock, settings, log }: Services,
  { endpoint, p256dh, auth }: Subscription,
  message: PushMessage,
): Promise<DeliveryOutcome> {
  // The operator may have changed PUSH_HOSTS since the device subscribed.
  if (!isPushEndpoint(endpoint, settings.pushHosts)) return 'gone'
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: {
        subject: `mailto:${settings.contactEmail}`,
        ...(await pushKeys(database, clock)),
      },
      TTL: keptSeconds,
      topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
    },
  )
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: headersOf(headers),
    body: new Uint8Array(body),
    // A push service never redirects, and another host must not be reached through one (docs/safety.md, S24).
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  })
  await response.body?.cancel()
  const outcome = outcomeOf(response, clock.now())
  if (outcome === 'refused')
    // Only the host is logged, because the path is a secret of the device.
    log.warn({ host: new URL(endpoint).host, status: response.status }, 'a push was refused')
  return outcome
}

/** Leaves out Content-Length, which `fetch` sets itself. */
const headersOf = (headers: Record<string, unknown>) =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name === 'Content-Length' ? [] : [[name, String(value)]],
  )

function outcomeOf({ ok, status, headers }: Response, now: Date): DeliveryOutcome {
  if (ok) return 'delivered'
  if (status === 404 || status === 410) return 'gone'
  const retryAfter = headers.get('retry-after')
  if (status === 429 || (status >= 500 && retryAfter))
    return { retryAfterSeconds: secondsUntil(retryAfter, now) }
  if (status >= 500) throw new Error(`The push service answered ${status}.`)
  return 'refused'
}

/**
 * Returns for how many seconds to wait according to a Retry-After header, which contains seconds or a date: at least a
 * minute and at most a day. Returns a quarter of an hour if the header is missing or can't be read.
 */
function secondsUntil(retryAfter: string | null, now: Date): number {
  const given = Number(retryAfter ?? Number.NaN)
  const seconds = Number.isNaN(given)
    ? (Date.parse(retryAfter ?? '') - now.getTime()) / 1000
    : given
  return Number.isNaN(seconds) ? 15 * 60 : Math.min(Math.max(seconds, 60), keptSeconds)
}
