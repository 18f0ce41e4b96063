import { spreadOf } from '../measure.ts'
import type { Writer } from '../writes/writers.ts'

const mostInHand = 400

type Options = {
  origin: string
  writers: Writer[]
  items: number
  placeIds: string[]
  perSecond: number
}
export type Written = {
  perSecond: number
  p50: number
  p99: number
  refused: number
  /** Number of refusals by reason. */
  reasons: Record<string, number>
}

/**
 * Sends votes, saves and their removals over HTTP at a constant rate, whether or not earlier requests have ended. Times
 * each one from the moment at which it was due.
 */
export function holdWrites({ origin, writers, items, placeIds, perSecond }: Options) {
  let took: number[] = []
  let refused = 0
  let reasons: Record<string, number> = {}
  let since = performance.now()
  let count = 0
  const mine = writers.map(() => ({ yolos: [] as number[], voted: 0 }))
  const inHand = new Set<Promise<void>>()
  let begun = since
  let due = 0

  const refuse = (why: string) => {
    refused++
    reasons[why] = (reasons[why] ?? 0) + 1
  }

  async function write(n: number) {
    const who = n % writers.length
    const turn = Math.floor(n / writers.length)
    const own = mine[who]!
    const send = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${writers[who]!.token}`,
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await answer.text()
      if (!answer.ok) refuse(`${method} ${path.replace(/\d+/, ':id')}: ${answer.status}`)
      return answer.ok && text ? JSON.parse(text) : {}
    }
    // Writers take turns, so that not all do the same at the same time.
    const kind = (turn + who) % 10
    if (kind === 3) {
      const itemName = `Bench special ${n}`
      const placeId = placeIds[n % placeIds.length]
      const { id } = await send('POST', '/yolos', { placeId, categoryId: 9, itemName })
      if (id) own.yolos.push(id)
    } else if (kind === 6 && own.yolos.length > 0)
      await send('DELETE', `/yolos/delete/${own.yolos.shift()}`)
    else if (kind === 9 && own.voted > 0) await send('POST', `/items/${own.voted}/removeUpvote`, {})
    else {
      own.voted = 1 + ((n * 7919) % items)
      await send('POST', `/items/${own.voted}/upvote`, {})
    }
  }

  const ticking = setInterval(() => {
    const wanted = Math.floor(((performance.now() - begun) / 1000) * perSecond)
    for (; due < wanted && inHand.size < mostInHand; due++, count++) {
      const wasDue = begun + ((due + 1) / perSecond) * 1000
      const one = write(count)
        .catch((error: unknown) => refuse(String(error)))
        .finally(() => {
          took.push(performance.now() - wasDue)
          inHand.delete(one)
        })
      inHand.add(one)
    }
  }, 2)

  return {
    /** Returns figures for the writes that have ended since the last call. */
    window(): Written {
      const now = performance.now()
      const written = { perSecond: (took.length * 1000) / (now - since), refused, reasons }
      const spread = spreadOf(took)
      took = []
      refused = 0
      reasons = {}
      // Writes that couldn't be started in time aren't made up for in the next window.
      since = begun = now
      due = 0
      return { ...written, ...spread }
    },
    async stop() {
      clearInterval(ticking)
      await Promise.all(inHand)
    },
  }
}
