import { pino, type DestinationStream, type Logger } from 'pino'
import { currentRequestId } from './http/request-id.ts'

/** Number of characters that wait to be written at most, for example while the disk is full. Further lines are lost. */
const mostWaiting = 1_000_000

/** Standard output, which may refuse what is written, such as on a full disk. The site goes on, and ends when told to. */
function standardOutput(): DestinationStream {
  const out = pino.destination({ fd: 1, sync: false, maxLength: mostWaiting })
  const flushSync = out.flushSync.bind(out)
  out.on('error', () => {
    // It would try for ever when the process ends.
    out.flushSync = () => {}
  })
  out.on('write', () => {
    out.flushSync = flushSync
  })
  return out
}

/**
 * Opens the log. It must never contain a raw path, query, body or token (docs/safety.md, S33), so requests are logged
 * by their route's pattern, and the keys in `redact` are censored.
 */
export const openLog = (level: string, into?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      mixin() {
        const id = currentRequestId()
        return id ? { requestId: id } : {}
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'token',
          'password',
          'authorization',
          '*.token',
          '*.password',
          '*.authorization',
          'err.parameters',
          'err.detail',
        ],
        censor: '…',
      },
      serializers: {
        err: (error: unknown) =>
          error instanceof Error
            ? { type: error.name, message: error.message, stack: error.stack }
            : error,
      },
    },
    into ?? standardOutput(),
  )
