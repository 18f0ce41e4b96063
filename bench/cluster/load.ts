import { setTimeout as wait } from 'node:timers/promises'
import type { Writer } from '../writes/writers.ts'
import { alsoAsked } from '../questions.ts'
import { pauses, tally, type Answered, type Asking } from './asked.ts'

type Options = {
  origin: string
  items: number
  placeIds: string[]
  voters: Writer[]
  savers: Writer[]
  photos: Buffer<ArrayBuffer>[]
}

const readers = 6
/** Average time between two actions of one person, and before a retry (`again`), in milliseconds. */
const pace = { vote: 150, save: 1_500, read: 150, again: 250 }
const categories = [1, 2, 3, 4, 5, 6, 7, 8, 9]
/**
 * Maximum number of photos. Each has eight files, and the bucket can't list more than 1,000 files, because s3rver
 * encrypts page tokens with a cipher that OpenSSL has dropped.
 */
const mostPhotos = 120
const perMember = 3 * categories.length

const json = (token: string, body: object): Asking => ({
  method: 'POST',
  token,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
})

/** Starts a load in which members vote, save and upload photos, and visitors read. Records what was acknowledged. */
export function startLoad({ origin, items, placeIds, voters, savers, photos }: Options) {
  const kinds = { votes: tally(), saves: tally(), photos: tally(), reads: tally() }
  const acknowledged = {
    votes: [] as { item: number; user: number }[],
    yolos: [] as number[],
    images: [] as { yolo: number; image: string }[],
  }
  const gaps = { writes: pauses(), reads: pauses() }
  let stopped = false

  /** Repeats a request until its response isn't due to the outage, which means any status below 500. */
  async function insist(ask: () => Promise<Answered | null>): Promise<Answered | null> {
    for (;;) {
      const answer = await ask()
      const isOver = answer && answer.status < 500
      if (isOver || stopped) return answer
      await wait(pace.again)
    }
  }

  async function vote({ id, token }: Writer, who: number) {
    for (let n = 0; !stopped && n < items; n++) {
      const item = 1 + ((who * 1_291 + n * 7) % items)
      const url = `${origin}/api/items/${item}/upvote`
      const answer = await insist(() => kinds.votes.ask(url, json(token, {})))
      if (answer?.status === 200) {
        acknowledged.votes.push({ item, user: id })
        gaps.writes.came()
      }
      await wait(pace.vote * (0.5 + Math.random()))
    }
  }

  let saved = 0
  async function save(who: number, of: number) {
    for (let n = 0; !stopped; n++) {
      const { token } = savers[(Math.floor(n / perMember) * of + who) % savers.length]!
      const body = {
        placeId: placeIds[saved % placeIds.length],
        categoryId: categories[n % categories.length],
        itemName: `Special ${++saved}`,
      }
      const answer = await insist(() => kinds.saves.ask(`${origin}/api/yolos`, json(token, body)))
      const yolo: number | undefined = answer?.status === 200 ? answer.body.id : undefined
      if (yolo) {
        acknowledged.yolos.push(yolo)
        gaps.writes.came()
        if (n % 2 === 0 && acknowledged.images.length < mostPhotos) await send(yolo, token)
      }
      await wait(pace.save * (0.5 + Math.random()))
    }
  }

  async function send(yolo: number, token: string) {
    const url = `${origin}/api/yolo-image/${yolo}/image/upload`
    const answer = await insist(() => {
      const body = new FormData()
      body.set('file', new Blob([photos[yolo % photos.length]!], { type: 'image/jpeg' }), 'a.jpg')
      return kinds.photos.ask(url, { method: 'POST', token, body })
    })
    if (answer?.status === 200) acknowledged.images.push({ yolo, image: answer.body.image })
  }

  async function read(who: number) {
    const next = alsoAsked.listing_reads!({ items, tokens: [], seed: 100 + who })
    while (!stopped) {
      const answer = await kinds.reads.ask(origin + next().path)
      if (answer?.status === 200) gaps.reads.came()
      await wait(pace.read * (0.5 + Math.random()))
    }
  }

  const working = Promise.all([
    ...voters.map((voter, who) => vote(voter, who)),
    ...[0, 1].map((who) => save(who, 2)),
    ...Array.from({ length: readers }, (_, who) => read(who)),
  ])
  return {
    kinds,
    acknowledged,
    gaps,
    async stop() {
      stopped = true
      await working
    },
  }
}
export type Load = ReturnType<typeof startLoad>
