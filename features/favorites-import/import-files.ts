import { session } from '#platform/web/session/session.ts'
import { findRestaurants } from './matching/find-restaurants.ts'
import { addPlaces, changeProgress, progress } from './progress.ts'
import type { ReadResult } from './readers/read-files.ts'

/** Maximum milliseconds for reading the chosen files. */
const patience = 60_000

/** The reading of the files that were chosen last. Those that are chosen meanwhile are read after them. */
let last: Promise<unknown> = Promise.resolve()

/** Reads the chosen files on this device, and finds the restaurants of their places. */
export async function importFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return
  const { id } = session()
  changeProgress({ reading: true, problems: [], stopped: null })
  const read = last.then(() => readInWorker(files)).catch(() => unread)
  last = read
  const { places, problems } = await read
  // What one member chose doesn't become another's who has logged in meanwhile.
  if (session().id !== id) return
  await addPlaces(places)
  changeProgress({ reading: last !== read, problems: [...progress().problems, ...problems] })
  await findRestaurants()
}

const unread: ReadResult = {
  places: [],
  problems: ['Your files couldn’t be read. Choose fewer or smaller ones.'],
}

function readInWorker(files: readonly File[]): Promise<ReadResult> {
  const worker = new Worker(new URL('./readers/reader.worker.ts', import.meta.url), {
    type: 'module',
  })
  return new Promise<ReadResult>((resolve, reject) => {
    setTimeout(() => reject(new Error('Reading takes too long.')), patience)
    worker.addEventListener('message', ({ data }: MessageEvent<ReadResult>) => resolve(data))
    worker.addEventListener('error', () => reject(new Error('The reader failed.')))
    worker.postMessage(files, [])
  }).finally(() => worker.terminate())
}
