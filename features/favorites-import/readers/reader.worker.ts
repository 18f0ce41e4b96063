import { type ReadResult, readFiles } from './read-files.ts'

/** The part of a worker's scope that is used. TypeScript's own `webworker` library conflicts with `dom`. */
type Scope = {
  addEventListener(kind: 'message', listener: (event: MessageEvent<File[]>) => void): void
  postMessage(result: ReadResult, transfer: Transferable[]): void
}
const worker = self as unknown as Scope

// Reading runs in a worker, because it can take seconds in which the page wouldn't react.
worker.addEventListener('message', ({ data: files }) => {
  void readFiles(files).then((result) => worker.postMessage(result, []))
})
