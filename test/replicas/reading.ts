import type { Client } from '#platform/testing/client.ts'

export const metricsToken = 'a-token-for-figures'

export type Listed = { id: number; itemName: string; upvoteCount: number; canUpvote: boolean }

const here = 'latitude=44.98&longitude=-93.27'

/** Returns the list of burgers as a visitor or a member gets it. */
export async function burgers(on: Client, as: { token: string } | null = null): Promise<Listed[]> {
  const { status, body } = await on.get(`/api/yolos?category=3&${here}`, { as })
  if (status !== 200) throw new Error(`The list is refused: ${status} ${JSON.stringify(body)}`)
  return body.nearBy
}

/** Returns the metrics of a process about its replicas. Each list is in the order of the replicas. */
export async function figures(on: Client) {
  const { text } = await on.get('/api/metrics', {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const of = (name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`))
      .map((line) => Number(line.split(' ').at(-1)))
  const instead = Object.fromEntries(
    [...text.matchAll(/^replica_reads_instead_total\{reason="(\w+)"\} (\d+)/gm)].map(
      ([, reason, count]) => [reason!, Number(count)],
    ),
  )
  return {
    reading: of('replica_reading_processes'),
    leftOut: of('replica_left_out_processes'),
    lag: of('replica_lag_seconds'),
    instead,
  }
}

/** Returns how many replicas this process reads from, which is 0 or 1. */
export const reading = async (on: Client): Promise<number> =>
  (await figures(on)).reading.reduce((sum, one) => sum + one, 0)
