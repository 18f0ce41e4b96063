/**
 * The parts of a service worker's scope that this folder uses. TypeScript's own `webworker` library conflicts with
 * `dom`, which the pages of the same program need.
 */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  readonly clientId: string
  respondWith(answer: Response | Promise<Response>): void
}

interface ExtendableMessageEvent extends ExtendableEvent {
  readonly data: unknown
  readonly source: WorkerClient | null
}

interface WorkerClient {
  readonly url: string
  postMessage(message: unknown): void
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly location: WorkerLocation
  readonly clients: {
    claim(): Promise<void>
    matchAll(options?: { includeUncontrolled?: boolean }): Promise<WorkerClient[]>
  }
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: ExtendableMessageEvent) => void): void
}

declare module 'virtual:shell-files' {
  /** The files of the browser's build that the shell needs, and a revision that changes with any of them. */
  export const files: string[]
  export const revision: string
}
