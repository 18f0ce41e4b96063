import pg from 'pg'
import type { Figures } from '../http.ts'
import type { Tally } from './asked.ts'
import type { Load } from './load.ts'

/** Longest acceptable pause of writes, in seconds. */
export const mostPause = 8

/**
 * What killing one leader caused, in seconds: until a successor was named, the longest pauses of writes and of reads,
 * and until all three nodes were running again (`whole`).
 */
export type Kill = {
  name: string
  successor: string
  named: number
  writes: number
  reads: number
  whole: number
}
export type Found = { lostVotes: number; lostYolos: number; lostPhotos: number }

/** Counts what was acknowledged but is missing on this server. */
export async function lostOn(url: string, load: Load['acknowledged']): Promise<Found> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const count = async (text: string, values: unknown[]) =>
    Number((await client.query<{ lost: string }>(text, values)).rows[0]!.lost)
  try {
    return {
      lostVotes: await count(
        `select count(*) as lost from unnest($1::integer[], $2::integer[]) as told (item, member)
          where not exists (select from votes where item_id = item and user_id = member)`,
        [load.votes.map(({ item }) => item), load.votes.map(({ user }) => user)],
      ),
      lostYolos: await count(
        `select count(*) as lost from unnest($1::integer[]) as told (yolo)
          where not exists (select from yolos where id = yolo)`,
        [load.yolos],
      ),
      lostPhotos: await count(
        `select count(*) as lost from unnest($1::integer[], $2::text[]) as told (yolo, image)
          where not exists (select from photos where yolo_id = yolo and name || '.jpg' = image)`,
        [load.images.map(({ yolo }) => yolo), load.images.map(({ image }) => image)],
      ),
    }
  } finally {
    await client.end()
  }
}

/** Returns how many of the acknowledged photos the site shows. */
export async function shownPhotos(origin: string, load: Load['acknowledged']): Promise<number> {
  let shown = 0
  for (const { image } of load.images) {
    const answer = await fetch(`${origin}/api/yolo-image/${image}`)
    const bytes = await answer.arrayBuffer()
    if (answer.status === 200 && bytes.byteLength > 1_000) shown++
  }
  return shown
}

export type Run = {
  kills: Kill[]
  kinds: Record<string, Tally>
  acknowledged: Load['acknowledged']
  lost: Record<string, Found>
  shown: number
  restarts: number
  reads: { samples: number; shareOnReplicas: number; instead: Record<string, number> }
  seconds: number
  check: number
}

/** Prints the results and returns the figures. Throws if a requirement isn't met. */
export function judge(run: Run): Figures {
  const { kills, kinds, acknowledged, lost, restarts, reads, seconds } = run
  printRun(run)
  const wrong = faultsOf(run)
  if (wrong.length > 0) throw new Error(`The cluster does not hold: ${wrong.join('; ')}`)
  if (kills.length === 0) return {}
  const pause = longestPause(kills)
  if (pause > mostPause) console.log(`Longer than the ${mostPause} s that are wanted.`)
  const counts = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, { ...kind.counts, strange: kind.strange }]),
  )
  const photos = acknowledged.images.length
  const figures = { seconds, kills, counts, lost, photos, restarts, reads }
  return {
    cluster: {
      ratio: mostPause / pause,
      pause,
      acknowledged: writesOf(acknowledged),
      ...figures,
    },
  }
}

const writesOf = ({ votes, yolos }: Run['acknowledged']) => votes.length + yolos.length
const longestPause = (kills: Kill[]) => Math.max(0, ...kills.map((kill) => kill.writes))

function printRun({ kills, kinds, acknowledged, lost, shown, restarts, reads, ...run }: Run) {
  const { votes, yolos, images } = acknowledged
  const { seconds, check } = run
  const lostWrites = Math.max(...Object.values(lost).map((one) => one.lostVotes + one.lostYolos))
  console.log(`\ncluster: ${kills.length} leaders killed in ${seconds.toFixed(0)} s under load`)
  for (const [name, { counts: one, strange }] of Object.entries(kinds))
    console.log(
      `${name.padEnd(7)} ${one.done} done, ${one.later} told to come again (503), ${one.refused} refused, ${one.broken} broken, ${one.hung} hung, slowest ${(one.slowest / 1000).toFixed(1)} s${Object.keys(strange).length > 0 ? ` ${JSON.stringify(strange)}` : ''}`,
    )
  for (const kill of kills)
    console.log(
      `${kill.name} killed, ${kill.successor} leads after ${kill.named.toFixed(1)} s: writes paused ${kill.writes.toFixed(1)} s, reads ${kill.reads.toFixed(1)} s, whole again after ${kill.whole.toFixed(0)} s`,
    )
  console.log(
    `writes acknowledged ${writesOf(acknowledged)} (${votes.length} votes, ${yolos.length} favourites), lost ${lostWrites}; photos ${shown} of ${images.length}; ` +
      `longest pause of writes ${longestPause(kills).toFixed(1)} of ${mostPause} s; restarts of the site ${restarts}; yolo check ${check === 0 ? 'finds nothing' : `ends with ${check}`}`,
  )
  console.log(
    reads.samples === 0
      ? 'where reads went the site does not tell'
      : `reads: from a replica in ${(reads.shareOnReplicas * 100).toFixed(0)} % of ${reads.samples} samples; from the primary instead: ${JSON.stringify(reads.instead)}`,
  )
}

function faultsOf({ kinds, acknowledged, lost, shown, restarts, check }: Run) {
  const lostAny = Object.values(lost).flatMap((one) => Object.values(one))
  const photos = acknowledged.images.length
  const sum = (key: keyof Tally['counts']) =>
    Object.values(kinds).reduce((total, { counts }) => total + counts[key], 0)
  return [
    lostAny.some((number) => number > 0) && `lost: ${JSON.stringify(lost)}`,
    shown < photos && `${photos - shown} photos are not shown`,
    sum('hung') > 0 && `${sum('hung')} requests hung`,
    sum('broken') > 0 && `${sum('broken')} requests broke`,
    sum('silentLater') > 0 && `${sum('silentLater')} answers of 503 had no Retry-After`,
    restarts > 0 && `the site restarted ${restarts} times`,
    check !== 0 && 'yolo check found something',
  ].filter(Boolean)
}
