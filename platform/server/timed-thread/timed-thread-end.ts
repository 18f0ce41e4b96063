import { parentPort } from 'node:worker_threads'

/** The thread's side of `timedThread`: says that it has begun, then answers message after message. */
export function answerEach(work: (message: never) => unknown): void {
  parentPort?.on('message', (message: unknown) => {
    try {
      parentPort!.postMessage({ answer: work(message as never) }, [])
    } catch (error) {
      parentPort!.postMessage({ error: String(error) }, [])
    }
  })
  parentPort?.postMessage({ begun: true }, [])
}
