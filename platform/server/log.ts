import { pino, type DestinationStream, type Logger } from 'pino'
import { requestId } from './http/request-id.ts'

/**
 * Logs never hold a raw path, a query, a body or a token (S33): requests are told by their route's
 * pattern, and these keys are cut wherever they turn up.
 */
export const openLog = (level: string, into?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      mixin() {
        const id = requestId()
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
