import { setTimeout as wait } from 'node:timers/promises'

export const metricsToken = 'token-of-the-cluster-bench'

/** Samples the site's own metrics about where its reads go, until `stop` is called. */
export function sampleReads(origin: string) {
  const samples: number[] = []
  let instead: Record<string, number> = {}
  let stopped = false
  const working = (async () => {
    while (!stopped) {
      const text = await told(origin).catch(() => '')
      const reading = valueOf(text, 'replica_reading_processes')
      if (reading !== null) {
        samples.push(reading)
        instead = byReason(text)
      }
      await wait(500)
    }
  })()
  return {
    async stop() {
      stopped = true
      await working
      const onReplica = samples.filter((reading) => reading > 0).length
      return {
        samples: samples.length,
        shareOnReplicas: samples.length > 0 ? onReplica / samples.length : 0,
        instead,
      }
    },
  }
}

async function told(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/metrics`, {
    headers: { Authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(2_000),
  })
  return answer.ok ? answer.text() : ''
}

/** Returns the number of reads that went to the primary instead of a replica, by reason. */
const byReason = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^replica_reads_instead_total\{reason="(\w+)"\} (\d+)$/gm)].map(
      ([, reason, count]) => [reason!, Number(count)],
    ),
  )

/** Returns the sum of a metric over all labels, or null if the metric is missing. */
export function valueOf(text: string, name: string): number | null {
  const line = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm')
  const values = [...text.matchAll(line)].map(([, value]) => Number(value))
  if (values.length === 0) return null
  return values.reduce((sum, value) => sum + value, 0)
}
