import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

// Prometheus asks whichever process it reaches; the answer is of all of them together. Processes talk by way of
// the one that started them.

type Asked = { figures: 'asked'; id: number }
type Told = { figures: 'told'; id: number; text: string | null }
const isAsked = (message: unknown): message is Asked => hasFigures(message, 'asked')
const isTold = (message: unknown): message is Told => hasFigures(message, 'told')
const hasFigures = (message: unknown, what: string) =>
  typeof message === 'object' &&
  message !== null &&
  'figures' in message &&
  message.figures === what

/** In the process that starts the others: answers each with the sum of all. */
export function answerWorkerMetrics(): void {
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

/** In one of several processes: the figures of all; of this one, where it is alone or the others don't answer. */
export function metricsOfAllProcesses(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries([registry])
  // Answers when it is asked for its part.
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
