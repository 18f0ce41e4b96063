import type { ImportResult } from './import.server.ts'
import type { Progress } from './sources/sources.server.ts'

/** Milliseconds between two lines if the output isn't a terminal. */
const pause = 5000
const width = 30

type Out = { isTTY?: boolean; write(text: string): unknown }

/** Shows an import's progress: on a terminal as a bar, otherwise as a line every few seconds. */
export function importProgress(
  out: Out,
  errors: Out = process.stderr,
  now = () => performance.now(),
) {
  let shown = false
  let last = now()
  const clear = () => {
    if (shown) out.write('\r\u001b[2K')
    shown = false
  }
  return {
    say(text: string) {
      clear()
      out.write(`${text}\n`)
    },
    complain(text: string) {
      clear()
      errors.write(`${text}\n`)
    },
    progress({ rows, added, changed }: ImportResult, { done, total }: Progress) {
      if (!out.isTTY && now() - last < pause) return
      last = now()
      const share = total > 0 ? Math.min(1, done / total) : 0
      const figures = `${Math.floor(share * 100)} %, ${rows} rows, ${added} new, ${changed} changed`
      if (!out.isTTY) return out.write(`${figures}\n`)
      const full = Math.round(share * width)
      shown = true
      return out.write(`\r\u001b[2K[${'█'.repeat(full)}${'·'.repeat(width - full)}] ${figures}`)
    },
  }
}
