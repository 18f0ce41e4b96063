import { pathOfGetCall, sendRequest } from '#platform/web/api/api.ts'
import type { Input } from '#platform/contract/wire.ts'
import { cutHeader } from '../cut-header.ts'
import type { CropRegion } from '../contract.ts'

type Original = 'GET /yolo-image/:yoloId/original' | 'GET /user/avatar/original'

/** A picture as it was uploaded, and the part of it that is shown. Null is all of it. */
export type OriginalPicture = { file: File; cut: CropRegion | null }

/** Loads a whole picture. An <img> can't, because it can't send the session's token. Throws an ApiError. */
export const loadOriginal = <R extends Original>(
  route: R,
  input: Input<R>,
  signal: AbortSignal,
): Promise<OriginalPicture> =>
  // A picture of 8 MB takes its time on a slow line.
  sendRequest(
    'GET',
    pathOfGetCall(route, input),
    { signal, patience: 120_000 },
    async (response) => ({
      file: new File([await response.blob()], 'photo.jpg', { type: 'image/jpeg' }),
      cut: JSON.parse(response.headers.get(cutHeader) ?? 'null') as CropRegion | null,
    }),
  )
