import { slowestUpload } from '#platform/upload-pace.ts'
import type { Output } from '#platform/contract/wire.ts'
import { ApiError } from '#platform/web/api/api.ts'
import { endRefusedSession, session } from '#platform/web/session/session.ts'
import type { CropRegion } from '../contract.ts'

export type PhotoUploadResponse = Output<'POST /yolo-image/:yoloId/image/upload'>
/** The path to send a picture to, and the field of the response that contains the picture's name. */
export type PhotoUploadTarget = { path: string; named: 'image' | 'avatar' }
type Options = { signal: AbortSignal; onProgress: (part: number) => void }

/** Milliseconds without progress after which the connection counts as lost. */
const patience = 20_000

/**
 * Sends a photo with XMLHttpRequest, because `fetch` can't report how much was sent. Throws ApiError, or AbortError if
 * the upload was canceled.
 */
export function sendPhoto<Answer>(
  { path, named }: PhotoUploadTarget,
  { jpeg, cut }: { jpeg: Blob; cut: CropRegion },
  { signal, onProgress }: Options,
) {
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lost = () =>
      reject(
        new ApiError(
          0,
          'offline',
          'The connection was lost. Your photo is still here: please try again.',
        ),
      )
    let timer = 0
    const alive = (more = 0) => {
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        lost()
        request.abort()
      }, patience + more)
    }
    const cancel = () => {
      reject(signal.reason as Error)
      request.abort()
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      // The device may have taken all that it still has to send.
      alive(loaded === total ? total / slowestUpload : 0)
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      const answer = read(request.responseText)
      if (request.status === 200 && typeof answer[named] === 'string') resolve(answer as Answer)
      else reject(refused(request, answer, token))
    })
    request.addEventListener('error', lost)
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    })
    signal.addEventListener('abort', cancel)

    const form = new FormData()
    form.set('cut', JSON.stringify(cut))
    form.set('file', jpeg, 'photo.jpg')
    request.open('POST', `/api${path}`)
    request.setRequestHeader('Accept', 'application/json')
    const { token } = session()
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    alive()
    request.send(form)
  })
}

function read(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

function refused(
  { status }: XMLHttpRequest,
  { error, message }: Record<string, unknown>,
  token: string | null,
) {
  const code = typeof error === 'string' ? error : 'broken'
  if (status === 401 && code === 'not_logged_in') endRefusedSession(token, true)
  return new ApiError(
    status === 200 ? 502 : status,
    code,
    typeof message === 'string' ? message : 'An error occurred',
  )
}
