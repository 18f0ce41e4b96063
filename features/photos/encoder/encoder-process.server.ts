// The encoder's own process: one picture after the other, from its parent and back to it.
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { Cut } from '../contract.ts'
import { drawAll, PhotoRefused, type Drawn, type Kind, type Refused } from './draw.server.ts'

export type Job = { kind: Kind; path: string; format: string; cut: Cut | null }
export type Answer = { drawn: Drawn } | { refused: Refused } | { failed: string }

/** One picture adds no more than this; checkHead foresees it, this holds where it erred. */
const maxAdded = 300 * 1024 * 1024
const atStart = process.memoryUsage.rss()

// A signal of its own: nothing waits for a decoder that is in the midst of it.
const end = () => process.kill(process.pid, 'SIGKILL')
// Ctrl-C reaches the whole group; it is the parent who says when this ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', end)
try {
  // Photos must not starve the reads of the others.
  setPriority(10)
} catch {
  // Not every machine allows that.
}
setInterval(() => {
  if (process.memoryUsage.rss() - atStart > maxAdded) end()
}, 20).unref()

const send = (answer: Answer) => process.send?.(answer)

process.on('message', ({ kind, path, format, cut }: Job) => {
  const drawn = readFile(path).then((bytes) => drawAll(kind, bytes, format, cut))
  drawn.then(
    (done) => send({ drawn: done }),
    (error: Error) =>
      send(
        error instanceof PhotoRefused
          ? { refused: error.why }
          : { failed: error.stack ?? error.message },
      ),
  )
})
