import { type ReadResult, readFiles } from './read-files.ts'

/** The part of a worker's scope that is used. TypeScript's own `webworker` library contradicts `dom`. */
type Scope = {
  onmessage: ((event: MessageEvent<File[]>) => void) | null
  postMessage(result: ReadResult): void
}
const worker = self as unknown as Scope

// A file of another site can keep a reader busy for seconds, in which a page wouldn't react.
worker.onmessage = async ({ data: files }) => worker.postMessage(await readFiles(files))
