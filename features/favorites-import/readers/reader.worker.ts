import { type ReadResult, readFiles } from './read-files.ts'

/** The part of a worker's scope that is used. TypeScript's own `webworker` library contradicts `dom`. */
type Scope = {
  addEventListener(kind: 'message', listener: (event: MessageEvent<File[]>) => void): void
  postMessage(result: ReadResult, transfer: Transferable[]): void
}
const worker = self as unknown as Scope

// A file of another site can keep a reader busy for seconds, in which a page wouldn't react.
worker.addEventListener('message', ({ data: files }) => {
  void readFiles(files).then((result) => worker.postMessage(result, []))
})
