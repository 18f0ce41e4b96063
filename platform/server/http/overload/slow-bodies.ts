import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { slowestUpload } from '#platform/upload-pace.ts'

/** Milliseconds in which a body must have come whole. An upload must bring its part in each such time. */
const patience = 15_000

/** Takes a place among the slow uploads, and returns a function that gives it back. Throws if none is left. */
type Enter = () => () => void
const uploads = new WeakMap<IncomingMessage, Enter>()

/** Lets an upload take longer than other bodies, as long as it isn't slower than `slowestUpload`. */
export const allowSlowUpload = (request: IncomingMessage, enter: Enter) =>
  void uploads.set(request, enter)

/** Refuses a request whose body takes too long. Node's own limit would be the same for all requests. */
export function endSlowBody(server: Server, request: IncomingMessage): void {
  if (Number(request.headers['content-length'] ?? 0) === 0) return
  const { socket } = request
  let seen = socket.bytesRead
  let leave: (() => void) | null = null
  const timer = setInterval(() => {
    const came = socket.bytesRead - seen
    seen += came
    if (request.complete) return stop()
    const isFastEnough = came >= slowestUpload * patience
    if (isFastEnough && (leave ??= placeOf(request))) return
    stop()
    end(server, socket)
  }, patience).unref()
  const stop = () => {
    clearInterval(timer)
    leave?.()
    leave = null
  }
  request.once('close', stop)
}

function placeOf(request: IncomingMessage): (() => void) | null {
  try {
    return uploads.get(request)?.() ?? null
  } catch {
    return null
  }
}

/** Has the server answer as it does where Node finds that the headers took too long. */
function end(server: Server, socket: Socket): void {
  const error = Object.assign(new Error('Slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (!server.emit('clientError', error, socket)) socket.destroy()
}
