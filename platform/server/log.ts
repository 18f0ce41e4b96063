import { pino, type DestinationStream, type Logger } from 'pino'
import { currentRequestId } from './http/request-id.ts'

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
    into,
  )
