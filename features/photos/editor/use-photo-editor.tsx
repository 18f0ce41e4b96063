import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Output } from '#platform/contract/wire.ts'
import { api, ApiError, type ApiOptions } from '#platform/web/api/api.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useConfirmLeave } from '#platform/web/ui/overlay/unsaved.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ChoosePhoto, useDropAndPaste } from './choose-photo.tsx'
import { pictureToSend, readPicture, type Area } from './draw.ts'
import css from './photo.module.css'

const wrongKind = 'Only .jpeg, .jpg and .png photos can be used.'
const heicUnreadable =
  'This is a HEIC photo, which this browser can’t read. Please save it as .jpeg first.'
const unreadable = 'This photo is damaged and can’t be read. Please choose another.'

/** Returns what a photo is by its first bytes, as its name and type may be wrong. */
async function kindOf(file: Blob): Promise<'jpeg or png' | 'heic' | null> {
  const start = [...new Uint8Array(await file.slice(0, 12).arrayBuffer())]
  const text = String.fromCharCode(...start)
  if (text.startsWith('\xff\xd8\xff') || text.startsWith('\x89PNG')) return 'jpeg or png'
  return /^ftyp(hei|hev|mif1|msf1)/.test(text.slice(4)) ? 'heic' : null
}

type Sending = Required<Pick<ApiOptions, 'body' | 'signal'>>

type PictureEditorProps<Answer> = {
  /** Sends the drawn picture, which is in the form `body`. */
  send: (options: Sending) => Promise<Answer>
  /** Width divided by height of the part to show. */
  aspect: number
  /** The address of the stored picture, if there is one, or a photo that was chosen before. */
  begin?: string | Blob | null | undefined
  onChosen?: (photo: Blob) => void
  onSaved: (answer: Answer) => void
  /** Called when the member presses DON'T SAVE, or leaves otherwise and, where a photo would be lost, says so. */
  onLeave: () => void
}

export type PhotoEditorProps = Pick<
  PictureEditorProps<unknown>,
  'begin' | 'onChosen' | 'onLeave'
> & {
  yoloId: number
  onSaved: (photo: Output<'POST /yolo-image/:yoloId/image/upload'>) => void
}

/** Editor of a yolo's photo. */
export const usePhotoEditor = ({ yoloId, ...props }: PhotoEditorProps) =>
  usePictureEditor({
    ...props,
    send: (options) => api('POST /yolo-image/:yoloId/image/upload', { yoloId }, options),
    aspect: 4 / 3,
  })

const loadCropTool = () => import('./photo-crop.tsx').then(({ PhotoCrop: Tool }) => Tool)

/** Loads the crop tool while the member is choosing a photo. */
function useCropTool() {
  const [Crop, setCrop] = useState<Awaited<ReturnType<typeof loadCropTool>> | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback(
    () =>
      loadCropTool().then(
        (Tool) => setCrop(() => Tool),
        () => setFailed(true),
      ),
    [],
  )
  useEffect(() => void load(), [load])
  return { Crop, failed: failed && !Crop, load }
}

type Chosen = { picture: HTMLImageElement; file: Blob; isStored: boolean }

/** Provides the photo that was chosen, dropped or pasted, once the browser has decoded it. */
function useChosen(
  { begin, onChosen }: Pick<PictureEditorProps<unknown>, 'begin' | 'onChosen'>,
  onProblem: (problem: string | null) => void,
) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isLoading, setLoading] = useState(Boolean(begin))
  const last = useRef<string>(null)
  useEffect(
    () => () => {
      if (last.current) URL.revokeObjectURL(last.current)
    },
    [],
  )

  async function show(photo: Blob, isStored = false) {
    const picture = await readPicture(photo).catch(() => null)
    if (!picture) return onProblem((await kindOf(photo)) === 'heic' ? heicUnreadable : unreadable)
    if (last.current) URL.revokeObjectURL(last.current)
    last.current = picture.src
    setChosen({ picture, file: photo, isStored })
  }
  async function choose(file: File | undefined) {
    if (!file) return
    const isPhoto = (await kindOf(file)) !== null
    onProblem(isPhoto ? null : wrongKind)
    if (!isPhoto) return
    onChosen?.(file)
    await show(file)
  }
  const showFirst = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const isStored = typeof begin === 'string'
      const photo = isStored ? await (await fetch(begin, { signal })).blob() : begin
      if (photo && !last.current) await show(photo, isStored)
    } catch {
      // Another photo can be chosen.
    } finally {
      setLoading(false)
    }
  })
  useEffect(() => {
    const leaving = new AbortController()
    queueMicrotask(() => void showFirst(leaving.signal))
    return () => leaving.abort()
  }, [])
  return { chosen, choose, isLoading }
}

type EmptyProps = {
  isLoading: boolean
  problem: string | false | null
  onRetry: () => unknown
  onFile: (file: File | undefined) => void
}

/** Where a photo is chosen, until it and the crop tool are there. */
const EmptyEditor = ({ isLoading, problem, onRetry, onFile }: EmptyProps) => (
  <div className={css.drop} aria-busy={isLoading}>
    {isLoading && <p>Loading your photo…</p>}
    <TryAgain message={problem} onRetry={onRetry} />
    <ChoosePhoto onFile={onFile} />
    <p className={css.hint}>
      .jpeg, .jpg or .png<span className={css.pointer}>, dropped here or pasted as well</span>
    </p>
  </div>
)

/**
 * Editor that chooses, cuts, turns and sends a photo. A photo that couldn't be sent stays until it is sent or the
 * member leaves, about which `leave` asks first. Returns the editor and its buttons separately, because a screen and a
 * dialog show them in different places.
 */
export function usePictureEditor<Answer>(props: PictureEditorProps<Answer>) {
  const { aspect, onLeave, onSaved } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState<AbortController | null>(null)
  const [isCut, setCut] = useState(false)
  const cut = useRef<{ of: HTMLImageElement; area: Area; degrees: number }>(null)
  const { Crop, failed, load } = useCropTool()
  const { chosen, choose, isLoading } = useChosen(props, setProblem)
  const busy = sending !== null
  const { leave, question } = useConfirmLeave(
    chosen !== null && (!chosen.isStored || isCut),
    onLeave,
  )
  const onFile = (file: File | undefined) => void (busy || choose(file))
  const { over, drop } = useDropAndPaste(onFile, busy)

  async function send(area: Area, degrees: number) {
    const controller = new AbortController()
    setSending(controller)
    setProblem(null)
    try {
      const body = new FormData()
      body.set('file', await pictureToSend(chosen!, area, degrees), 'photo.jpg')
      const { signal } = controller
      onSaved(await props.send({ body, signal }))
    } catch (error) {
      if (!controller.signal.aborted)
        setProblem(error instanceof ApiError ? error.message : 'An error occurred')
    } finally {
      setSending(null)
    }
  }
  const save = () => {
    if (chosen && !Crop) void load()
    else if (!chosen || cut.current?.of !== chosen.picture) setProblem('No image to upload.')
    else void send(cut.current.area, cut.current.degrees)
  }

  const body = (
    <div className={over ? `${css.editor} ${css.over}` : css.editor} {...drop}>
      {question}
      <Banner tone="bad">{problem}</Banner>
      {chosen && Crop ? (
        <>
          <Crop
            key={chosen.picture.src}
            url={chosen.picture.src}
            aspect={aspect}
            disabled={busy}
            onTouched={() => setCut(true)}
            onCut={(area, degrees) => (cut.current = { of: chosen.picture, area, degrees })}
          />
          <ChoosePhoto another disabled={busy} onFile={onFile} />
        </>
      ) : (
        <EmptyEditor
          isLoading={isLoading || (chosen !== null && !failed)}
          problem={chosen && failed && 'No connection. Try again.'}
          onRetry={load}
          onFile={onFile}
        />
      )}
      <output>{busy && 'Sending your photo…'}</output>
    </div>
  )
  const actions = (
    <>
      <Button variant="secondary" onClick={sending ? () => sending.abort() : onLeave}>
        {busy ? 'Cancel' : "DON'T SAVE"}
      </Button>
      <Button
        variant={chosen ? 'primary' : 'secondary'}
        busy={busy}
        busyLabel="Sending your photo…"
        onClick={save}
      >
        Save photo
      </Button>
    </>
  )
  return { body, actions, leave }
}
