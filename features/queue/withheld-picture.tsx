import { useEffect, useState } from 'react'
import { asApiError, pathOfGetCall, sendRequest } from '#platform/web/api/api.ts'
import { Photo } from '#platform/web/ui/photo.tsx'
import type { Case } from './case.ts'
import css from './queue.module.css'

type Withheld = NonNullable<Case['withheld']>

/** Loads a picture that only admins are shown. An <img> can't, because it can't send the session's token. */
function load({ of, id, name: v }: Withheld, signal: AbortSignal): Promise<Blob> {
  const path =
    of === 'photo'
      ? pathOfGetCall('GET /abuse-reports/photo', { yoloId: id, v })
      : pathOfGetCall('GET /abuse-reports/avatar', { userId: id, v })
  return sendRequest('GET', path, { signal }, (response) => response.blob())
}

/** Shows a picture that isn't at its usual address, since nobody but admins may be shown it. */
export function WithheldPicture({ of, id, name, alt }: Withheld & { alt: string }) {
  const [src, setSrc] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const left = new AbortController()
    let url: string | null = null
    async function show() {
      try {
        const picture = await load({ of, id, name }, left.signal)
        if (left.signal.aborted) return
        url = URL.createObjectURL(picture)
        setSrc(url)
      } catch (error) {
        if (!left.signal.aborted) setProblem(asApiError(error).message)
      }
    }
    void show()
    return () => {
      left.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [of, id, name])
  return (
    <div className={css.photo}>
      <Photo
        photo={src === null ? null : { src }}
        alt={alt}
        shape={of === 'avatar' ? 'square' : undefined}
      />
      {problem && <p className={css.seen}>{problem}</p>}
    </div>
  )
}
