import { setTimeout as wait } from 'node:timers/promises'

/** Sends a request again while the site is too busy for it (503), and returns the answer. */
export async function untilTaken<A extends { status: number }>(send: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
    await wait(50)
  }
}
