// The encoder's own process. Draws one picture at a time and sends it back to the parent process.
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { CropRegion } from '../contract.ts'
import {
  drawFiles,
  PhotoRefusedError,
  type DrawnPicture,
  type PictureKind,
  type RefusalReason,
} from './draw.server.ts'

export type EncoderJob = { kind: PictureKind; path: string; format: string; cut: CropRegion | null }
export type EncoderResult =
  | { drawn: DrawnPicture }
  | { refused: RefusalReason }
  | { failed: string }

/**
 * Maximum bytes that drawing one picture may add to the process's memory. checkHead refuses most pictures that need
 * more; this limit catches the others.
 */
const maxAdded = 300 * 1024 * 1024
const atStart = process.memoryUsage.rss()

// SIGKILL ends the process at once, even if a decoder is still running.
const end = () => process.kill(process.pid, 'SIGKILL')
// Ctrl-C signals the whole process group, but only the parent decides when this process ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', end)
try {
  // Photos get a lower priority, so that they don't slow down other requests.
  setPriority(10)
} catch {
  // Some machines don't allow that.
}
/** Maximum milliseconds of processor time for one picture. */
const maxWork = Number(process.argv[2])
let workBefore = workSoFar()
setInterval(() => {
  if (process.memoryUsage.rss() - atStart > maxAdded || workSoFar() - workBefore > maxWork) end()
}, 20).unref()

/** Returns the processor time that this process has used, in milliseconds. */
function workSoFar(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const send = (answer: EncoderResult) => process.send?.(answer)

process.on('message', ({ kind, path, format, cut }: EncoderJob) => {
  workBefore = workSoFar()
  const drawn = readFile(path).then((bytes) => drawFiles(kind, bytes, format, cut))
  drawn.then(
    (done) => send({ drawn: done }),
    (error: Error) =>
      send(
        error instanceof PhotoRefusedError
          ? { refused: error.why }
          : { failed: error.stack ?? error.message },
      ),
  )
})
