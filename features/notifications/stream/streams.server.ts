import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { countsSql } from '#domain/visible.ts'
import { memberVisibleSql, neverReportedSql } from '#domain/visible.ts'
import { RawResponse, type Viewer } from '#platform/server/http/handler.ts'
import type { SiteEvent } from '#platform/server/events.ts'
import { registerGauge } from '#platform/server/metrics/gauges.ts'
import type { Database, Services } from '#platform/server/services.ts'
import { nearbyYoloMiles, notReportedByFollowedSql } from '../activity.server.ts'

type Listener = { memberId: number; session: Buffer; body: Readable }
/** A connected member. `next` is the time at which they would be told next if they were told evenly. */
type Member = { windows: Set<Listener>; next: number; waits: boolean }

/** Maximum number of streams per member, one for each open window. The oldest one ends first. */
const maxPerMember = 8
/**
 * Number of members that are notified per millisecond, and the longest that this may take in milliseconds. Otherwise
 * the followers of one member would all send a request at once.
 */
const perMillisecond = 1
const longest = 5_000
/**
 * Milliseconds between the streams' signs of life, and how often a member is told at most: `atOnce` times at once, then
 * each `every` milliseconds. Each time, all their windows send a request, and others decide how often something happens.
 */
export const pace = { heartbeat: 25_000, atOnce: 5, every: 10_000 }
/** Maximum number of bytes that a client can leave unread before it is disconnected. */
const unread = 16 * 1024

/**
 * Returns the members whom a batch of events may concern. A few too many do no harm: they are only told that something
 * changed, and their browsers then request the exact counts. What an unverified or held member does concerns nobody
 * (rules: notifications).
 */
async function concerned(database: Database, connected: number[], batch: SiteEvent[]) {
  const direct = batch.flatMap((event) =>
    event.kind === 'read' || event.kind === 'won' ? [event.memberId] : [],
  )
  const acts = batch.flatMap((event) => ('actorId' in event ? [event] : []))
  const gone = batch.flatMap((event) => (event.kind === 'gone' ? [event.itemId] : []))
  const closed = batch.flatMap((event) => (event.kind === 'closed' ? [event.restaurantId] : []))
  if (acts.length + gone.length + closed.length === 0) return direct
  const { rows } = await sql<{ id: number }>`
    with act as materialized (
      select a.kind, a."actorId" as actor, a."memberId" as member, i.id as item, i.latitude, i.longitude
        from json_to_recordset(${JSON.stringify(acts)}::json)
             as a (kind text, "actorId" integer, "memberId" integer, "itemId" integer)
        join users u on u.id = a."actorId" and ${countsSql('u')}
        left join items i on i.id = a."itemId"),
    connected as materialized (select unnest(${connected}::integer[]) as id)
    select member as id from act where kind = 'follow'
    union
    select f.follower_id from (select distinct actor, kind from act where item is not null) a
      join follows f on f.followee_id = a.actor and f.follower_id in (select id from connected)
      join users u on u.id = f.follower_id
       and (a.kind <> 'vote' or (${countsSql('u')} and ${memberVisibleSql('u')}
                                 and ${notReportedByFollowedSql(sql`f.follower_id`)}))
    union
    select y.user_id from act join yolos y on y.item_id = act.item
     where act.kind = 'vote' and y.user_id in (select id from connected)
       and ${neverReportedSql(sql`act.actor`, sql`y.user_id`)}
    union
    select y.user_id from items i join yolos y on y.item_id = i.id
     where (i.id = any (${gone}::integer[]) or i.restaurant_id = any (${closed}::integer[]))
       and y.user_id in (select id from connected)
    union
    select u.id from connected c join users u on u.id = c.id and u.notify_nearby and u.latitude is not null
     where exists (select 1 from act where act.kind = 'yolo' and act.item is not null and act.actor <> u.id
             and miles_between(u.latitude, u.longitude, act.latitude, act.longitude) <= ${nearbyYoloMiles})`.execute(
    database,
  )
  return [...direct, ...rows.map(({ id }) => id)]
}

function write({ body }: Listener, text: string) {
  if (body.readableLength > unread) body.destroy()
  else if (!body.readableEnded && !body.destroyed) body.push(text)
}

/** Tells members that something changed: at once, or a while later if they were told a lot. */
function tell(members: Member[], { atOnce, every }: typeof pace) {
  const spread = Math.min(longest, members.length / perMillisecond)
  const now = performance.now()
  for (const member of members) {
    if (member.waits) continue
    member.next = Math.max(member.next, now) + every
    const early = Math.max(0, member.next - now - atOnce * every)
    const delay = early + (spread < 20 ? 0 : Math.random() * spread)
    member.waits = delay > 0
    if (member.waits) setTimeout(() => send(member), delay).unref()
    else send(member)
  }
}

function send(member: Member) {
  member.waits = false
  for (const listener of member.windows) write(listener, 'event: changed\ndata:\n\n')
}

/**
 * Manages the event streams of this process and notifies those that an event concerns. Each stream gets a heartbeat,
 * because proxies close a connection that is silent for a minute. At each heartbeat, streams of ended sessions are
 * closed.
 */
export function openStreams({ database, events, clock, log }: Services, paceOf = pace) {
  const listeners = new Map<number, Member>()
  const all = () => [...listeners.values()].flatMap(({ windows }) => [...windows])
  registerGauge('event_streams', 'Open streams of live notices.', () => all().length)
  let beat: NodeJS.Timeout | undefined
  let asking: Promise<void> = Promise.resolve()

  events.subscribe((batch) => {
    if (listeners.size === 0) return
    // Runs one query at a time. If it fails, members miss nothing, because their browsers also poll.
    asking = asking
      .then(async () => tell(await reached(batch), paceOf))
      .catch((error: Error) => log.warn({ err: error.message }, 'members were not told of news'))
  })

  async function reached(batch: SiteEvent[] | null) {
    const connected = [...listeners.keys()]
    const ids = batch ? await concerned(database, connected, batch) : connected
    return [...new Set(ids)].flatMap((id) => listeners.get(id) ?? [])
  }

  /** Keeps the connections alive, and closes those whose session has ended. */
  async function onBeat() {
    const open = all()
    for (const listener of open) write(listener, ':\n\n')
    const rows = await database
      .selectFrom('sessions')
      .select('token_hash')
      .where('token_hash', '=', sql<Buffer>`any (${open.map(({ session }) => session)}::bytea[])`)
      .where('expires_at', '>', clock.now())
      .execute()
    const alive = new Set(rows.map(({ token_hash }) => token_hash.toString('hex')))
    for (const { session, body } of open) if (!alive.has(session.toString('hex'))) body.push(null)
  }

  function drop(listener: Listener) {
    const mine = listeners.get(listener.memberId)?.windows
    mine?.delete(listener)
    if (mine?.size === 0) listeners.delete(listener.memberId)
    if (listeners.size > 0) return
    clearInterval(beat)
    beat = undefined
  }

  return {
    open({ id, session }: Viewer, gone: AbortSignal): RawResponse {
      const body = new Readable({ read() {} })
      const listener = { memberId: id, session, body }
      const member = listeners.get(id) ?? { windows: new Set(), next: 0, waits: false }
      const mine = member.windows.add(listener)
      listeners.set(id, member)
      body.once('close', () => drop(listener))
      // Drops the stream at once instead of when it closes, because otherwise many streams that open at once would all
      // end the same one.
      for (const oldest of mine) {
        if (mine.size <= maxPerMember) break
        drop(oldest)
        oldest.body.push(null)
      }
      beat ??= setInterval(() => {
        onBeat().catch((error: Error) => log.warn({ err: error.message }, 'sessions unchecked'))
      }, paceOf.heartbeat).unref()
      if (gone.aborted) body.destroy()
      else gone.addEventListener('abort', () => body.destroy(), { once: true })
      // Sends headers and a first line right away, so that the client knows it is connected.
      body.push(': here\n\n')
      return new RawResponse(body, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      })
    },
  }
}
