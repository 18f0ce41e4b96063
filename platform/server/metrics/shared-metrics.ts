import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

// Prometheus reaches any one of the processes, which must answer for all of them. The processes exchange their
// metrics through the process that started them.

type Asked = { figures: 'asked'; id: number }
type Told = { figures: 'told'; id: number; text: string | null }
const isAsked = (message: unknown): message is Asked => hasFigures(message, 'asked')
const isTold = (message: unknown): message is Told => hasFigures(message, 'told')
const hasFigures = (message: unknown, what: string) =>
  typeof message === 'object' &&
  message !== null &&
  'figures' in message &&
  message.figures === what

/** Answers workers' requests for the combined metrics. Runs in the process that started them. */
export function serveMetricsToWorkers(): void {
  const together = new AggregatorRegistry()
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isAsked(message)) return
    const tell = (text: string | null) => {
      if (worker.isConnected())
        worker.send({ figures: 'told', id: message.id, text } satisfies Told)
    }
    together.clusterMetrics().then(tell, () => tell(null))
  })
}

/**
 * Returns a function that reads the combined metrics of all processes, or only this one's if it is the only process or
 * the others don't answer.
 */
export function metricsOfAllProcesses(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  // Creating this registry makes the process answer when its part is requested.
  void new AggregatorRegistry()
  const waiting = new Map<number, (text: string | null) => void>()
  process.on('message', (message) => {
    if (!isTold(message)) return
    waiting.get(message.id)?.(message.text)
    waiting.delete(message.id)
  })
  let last = 0
  return async () => {
    const id = ++last
    const told = new Promise<string | null>((resolve) => waiting.set(id, resolve))
    process.send!({ figures: 'asked', id } satisfies Asked)
    return (await told) ?? registry.metrics()
  }
}
