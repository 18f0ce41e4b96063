import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { classes } from '#platform/web/ui/classes.ts'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useLoad } from '#platform/web/use-load.ts'
import { ChoosePhoto, useDropAndPaste } from './choose-photo.tsx'
import type { Output } from '#platform/contract/wire.ts'
import { cutOf, drawJpeg, type Area } from './draw.ts'
import type { PhotoCrop } from './photo-crop.tsx'
import { sendPhoto, type Sent, type Target } from './send.ts'
import { useChosen } from './use-chosen.ts'
import css from './photo.module.css'

export type PhotoEditorProps = {
  yoloId: number
  /** It has a photo, to be cut again. */
  hasPhoto?: boolean
  onSaved: (photo: Sent) => void
  /** DON'T SAVE. */
  onLeave: () => void
}

type PictureEditorProps<Answer> = {
  target: Target
  /** Width to height, as it is cut. */
  aspect: number
  /** Fetches the picture that is there, where there is one. */
  stored?: (() => Promise<{ data?: Original; error: ApiError | null }>) | undefined
  onSaved: (answer: Answer) => void
  onLeave: () => void
}

export type Original = Output<'GET /yolo-image/:yoloId/original'>

function fileOf(base64: string): File {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return new File([bytes], 'photo.jpg', { type: 'image/jpeg' })
}

/** The editor of a yolo's photo. */
export function usePhotoEditor({ yoloId, hasPhoto = false, onSaved, onLeave }: PhotoEditorProps) {
  const { load } = useLoad('GET /yolo-image/:yoloId/original')
  return usePictureEditor<Sent>({
    target: { path: `/yolo-image/${yoloId}/image/upload`, named: 'image' },
    aspect: 4 / 3,
    stored: hasPhoto ? () => load({ yoloId }) : undefined,
    onSaved,
    onLeave,
  })
}

type Crop = ComponentType<Parameters<typeof PhotoCrop>[0]>

const cropTool = () => import('./photo-crop.tsx').then(({ PhotoCrop: Tool }) => Tool)

/**
 * Choose, cut, turn, send. A photo that could not be sent stays until it is or one leaves. Gives the
 * editor and its buttons, which a screen and a dialog have in different places.
 */
export function usePictureEditor<Answer>({
  target,
  aspect,
  stored,
  onSaved,
  onLeave,
}: PictureEditorProps<Answer>) {
  const [problem, setProblem] = useState<string | null>(null)
  const [part, setPart] = useState<number | null>(null)
  const [failed, setFailed] = useState(false)
  const [fetching, setFetching] = useState(stored !== undefined)
  const [Crop, setCrop] = useState<Crop | null>(null)
  const cut = useRef<{ url: string; area: Area; degrees: number } | null>(null)
  const sending = useRef<AbortController | null>(null)
  const { chosen, choose } = useChosen(setProblem)
  const busy = part !== null

  // Fetched while one looks for a photo.
  useEffect(() => {
    void cropTool().then(
      (Tool) => setCrop(() => Tool),
      () => {},
    )
    return () => sending.current?.abort()
  }, [])

  const getStored = useEffectEvent(() => stored?.())
  const show = useEffectEvent(({ jpeg, cut: before }: Original) =>
    choose(fileOf(jpeg), { cut: before }),
  )
  useEffect(() => {
    getStored()
      ?.then(({ data, error }) => (data ? show(data) : Promise.reject(error)))
      .catch((error: unknown) =>
        setProblem(error instanceof ApiError ? error.message : 'An error occurred'),
      )
      .finally(() => setFetching(false))
  }, [])

  async function take(file: File | undefined) {
    if (!file || busy) return
    setFailed(false)
    await choose(file)
    if (Crop) return
    await cropTool().then(
      (Tool) => setCrop(() => Tool),
      () => setProblem('We can’t reach the server. Check your connection and try again.'),
    )
  }
  const { over, drop } = useDropAndPaste((file) => void take(file), busy)

  async function save() {
    if (!chosen || cut.current?.url !== chosen.url) return setProblem('No image to upload.')
    const mine = new AbortController()
    sending.current = mine
    setProblem(null)
    setPart(0)
    try {
      const { area, degrees } = cut.current
      const photo = {
        jpeg: chosen.kept?.file ?? (await drawJpeg(chosen.picture)),
        cut: cutOf(chosen.picture, area, degrees),
      }
      const sent = await sendPhoto<Answer>(target, photo, {
        signal: mine.signal,
        onProgress: setPart,
      })
      setPart(null)
      onSaved(sent)
    } catch (error) {
      if (mine.signal.aborted) return
      setPart(null)
      setFailed(true)
      setProblem(error instanceof ApiError ? error.message : 'An error occurred')
    }
  }
  const cancel = () => {
    sending.current?.abort()
    setPart(null)
  }

  const body = (
    <div className={classes(css.editor, over && css.over)} {...drop}>
      <Banner tone="bad">{problem}</Banner>
      {chosen && Crop ? (
        <>
          <Crop
            key={chosen.url}
            url={chosen.url}
            aspect={aspect}
            cut={chosen.kept?.cut ?? null}
            disabled={busy}
            onCut={(area, degrees) => (cut.current = { url: chosen.url, area, degrees })}
          />
          <ChoosePhoto another disabled={busy} onFile={(file) => void take(file)} />
        </>
      ) : (
        <div className={css.drop} aria-busy={fetching}>
          {fetching && <p>Loading your photo…</p>}
          <ChoosePhoto onFile={(file) => void take(file)} />
          <p className={css.hint}>
            .jpeg, .jpg or .png<span className={css.pointer}>, dropped here or pasted as well</span>
          </p>
        </div>
      )}
      <output className={css.progress}>
        {busy && (
          <>
            <span>Sending your photo…</span>
            <progress value={part} max={1} aria-label="Sent so far" />
          </>
        )}
      </output>
    </div>
  )
  const actions = (
    <>
      <Button look="secondary" onClick={busy ? cancel : onLeave}>
        {busy ? 'Cancel' : "DON'T SAVE"}
      </Button>
      <Button busy={busy} busyLabel="Sending your photo…" onClick={() => void save()}>
        {failed && !busy ? 'Try again' : 'Save photo'}
      </Button>
    </>
  )
  return { body, actions }
}
