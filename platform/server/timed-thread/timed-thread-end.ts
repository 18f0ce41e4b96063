import { parentPort } from 'node:worker_threads'

/** The thread's side of `timedThread`. Reports that the thread has started, then answers one message after another. */
export function answerMessages(work: (message: never) => unknown): void {
  parentPort?.on('message', (message: unknown) => {
    try {
      parentPort!.postMessage({ answer: withOwnBuffer(work(message as never)) }, [])
    } catch (error) {
      parentPort!.postMessage({ error: String(error) }, [])
    }
  })
  parentPort?.postMessage({ begun: true }, [])
}

/** Bytes are sent with the whole buffer that they are in, and a small Buffer shares 64 KiB with others. */
const withOwnBuffer = (answer: unknown) =>
  answer instanceof Uint8Array ? new Uint8Array(answer) : answer
