import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api/api.ts'
import { classes } from '#platform/web/ui/classes.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { useConfirmLeave } from '#platform/web/ui/overlay/confirm-leave.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ChoosePhoto, useDropAndPaste } from './choose-photo.tsx'
import { useSession } from '#platform/web/session/session.ts'
import { isUnreachable } from '#platform/web/queue/unreachable.ts'
import type { CropRegion } from '../contract.ts'
import { toCropRegion, drawJpeg, drawSmallJpeg, type Area } from './draw.ts'
import { isPhotoBehind, queuePhotoUpload } from '../sending/keep-photo.ts'
import { loadOriginal, type OriginalPicture } from './load-original.ts'
import { sendPhoto, type PhotoUploadResponse, type PhotoUploadTarget } from '../sending/send.ts'
import { useChosenPicture, type ChosenPicture } from './use-chosen.ts'
import css from './photo.module.css'

export type PhotoEditorProps = {
  yoloId: number
  itemName: string
  /** Id of the queue entry that saves the yolo, if this entry waits on this device. The photo then waits too. */
  after?: number | undefined
  /** True if the yolo has a photo that can be cut again. */
  hasPhoto?: boolean
  /** Called with the server's response, or with null if the photo waits on this device. */
  onSaved: (photo: PhotoUploadResponse | null) => void
  /** Called when the member presses DON'T SAVE, or leaves otherwise and, where a photo would be lost, says so. */
  onLeave: () => void
}

/** Keeps a photo on this device to be sent later. */
type KeepPhoto = (photo: { jpeg: Blob; cut: CropRegion }) => Promise<unknown>
/** Where a picture goes. Without a `path`, it can't be sent yet, only kept on this device. */
type Destination = Partial<Pick<PhotoUploadTarget, 'path'>> &
  Pick<PhotoUploadTarget, 'named'> & {
    keep?: KeepPhoto
    /** Whether an earlier picture still waits, after which this one must be sent. */
    isBehind?: () => boolean
  }

type PictureEditorProps<Answer> = {
  target: Destination
  /** Width divided by height of the part to show. */
  aspect: number
  /** Fetches the picture that is already stored, if there is one. */
  stored?: ((signal: AbortSignal) => Promise<OriginalPicture>) | undefined
  onSaved: (answer: Answer | null) => void
  onLeave: () => void
}

/** Editor of a yolo's photo. */
export function usePhotoEditor(props: PhotoEditorProps) {
  const { yoloId, itemName, after, hasPhoto = false, onSaved, onLeave } = props
  const { id: memberId } = useSession()
  return usePictureEditor<PhotoUploadResponse>({
    target: {
      named: 'image',
      ...(after === undefined && { path: `/yolo-image/${yoloId}/image/upload` }),
      isBehind: () => isPhotoBehind(yoloId, memberId),
      keep: (photo) => queuePhotoUpload({ yoloId, itemName, after, memberId }, photo),
    },
    aspect: 4 / 3,
    stored: hasPhoto
      ? (signal) => loadOriginal('GET /yolo-image/:yoloId/original', { yoloId }, signal)
      : undefined,
    onSaved,
    onLeave,
  })
}

export const loadCropTool = () => import('./photo-crop.tsx').then(({ PhotoCrop: Tool }) => Tool)
type Crop = Awaited<ReturnType<typeof loadCropTool>>

/** Loads the crop tool while the member is choosing a photo. */
function useCropTool() {
  const [Crop, setCrop] = useState<Crop | null>(null)
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

type SendOptions<Answer> = {
  target: Destination
  onSent: (answer: Answer | null) => void
  onProblem: (problem: string | null) => void
}

const textOf = (error: unknown) => (error instanceof ApiError ? error.message : 'An error occurred')

/**
 * Returns a function that sends a photo. `part` is the fraction sent so far, from 0 to 1, or null if nothing is being
 * sent.
 */
function useSending<Answer>({ target, onSent, onProblem }: SendOptions<Answer>) {
  const [part, setPart] = useState<number | null>(null)
  const [failed, setFailed] = useState(false)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function send(
    { picture, kept }: ChosenPicture,
    { area, degrees }: { area: Area; degrees: number },
  ) {
    const mine = new AbortController()
    controller.current = mine
    onProblem(null)
    setPart(0)
    try {
      const cut = toCropRegion(picture, area, degrees)
      const send = async ({ path, named }: PhotoUploadTarget) => {
        const photo = { jpeg: kept?.file ?? (await drawJpeg(picture)), cut }
        const options = { signal: mine.signal, onProgress: setPart }
        return sendPhoto<Answer>({ path, named }, photo, options)
      }
      const wait = async () => {
        await target.keep?.({ jpeg: kept?.file ?? (await drawSmallJpeg(picture, cut)), cut })
        return null
      }
      const { path, named, keep: canWait } = target
      const sent =
        path && !target.isBehind?.()
          ? await send({ path, named }).catch((error: unknown) => {
              if (!canWait || !isUnreachable(error)) throw error
              return wait()
            })
          : await wait()
      setPart(null)
      onSent(sent)
    } catch (error) {
      if (mine.signal.aborted) return
      setPart(null)
      setFailed(true)
      onProblem(textOf(error))
    }
  }
  const cancel = () => {
    controller.current?.abort()
    setPart(null)
  }
  return { part, failed, send, cancel, forget: () => setFailed(false) }
}

/** Shows the stored picture, if there is one. Returns true while it is being fetched. */
function useStoredPicture(
  stored: PictureEditorProps<unknown>['stored'],
  choose: ReturnType<typeof useChosenPicture>['choose'],
  onProblem: (problem: string) => void,
) {
  const [fetching, setFetching] = useState(stored !== undefined)
  const getStored = useEffectEvent((signal: AbortSignal) => stored?.(signal))
  const show = useEffectEvent(({ file, cut }: OriginalPicture) => choose(file, { cut }))
  const fail = useEffectEvent((error: unknown) => onProblem(textOf(error)))
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    void getStored(signal)
      ?.then(show)
      .catch((error: unknown) => signal.aborted || fail(error))
      .finally(() => signal.aborted || setFetching(false))
    return () => leaving.abort()
  }, [])
  return fetching
}

type ChosenPhotoProps = { url: string; failed: boolean; onRetry: () => unknown }

/** Shows the chosen photo while the crop tool is loading or if it couldn't be loaded. */
function ChosenPhoto({ url, failed, onRetry }: ChosenPhotoProps) {
  return (
    <>
      <img src={url} alt="The one you chose" className={css.kept} />
      {!failed && <p>Loading your photo…</p>}
      <TryAgain
        message={failed && 'We can’t reach the server. Your photo is kept: check your connection.'}
        onRetry={onRetry}
      />
    </>
  )
}

/** Says that a photo is being sent, and how far, unless `part` is null. */
const SentPart = ({ part }: { part: number | null }) => (
  <output className={css.progress}>
    {part !== null && (
      <>
        <span>Sending your photo…</span>
        <progress value={part} max={1} aria-label="Sent so far" />
      </>
    )}
  </output>
)

/**
 * Editor that chooses, cuts, turns and sends a photo. A photo that couldn't be sent stays until it is sent or the
 * member leaves, about which `leave` asks first. Returns the editor and its buttons separately, because a screen and a
 * dialog show them in different places.
 */
export function usePictureEditor<Answer>({
  target,
  aspect,
  stored,
  onSaved,
  onLeave,
}: PictureEditorProps<Answer>) {
  const [problem, setProblem] = useState<string | null>(null)
  const cut = useRef<{ url: string; area: Area; degrees: number } | null>(null)
  const { Crop, failed: withoutTool, load } = useCropTool()
  const { chosen, choose } = useChosenPicture(setProblem)
  const fetching = useStoredPicture(stored, choose, setProblem)
  const sending = useSending<Answer>({ target, onSent: onSaved, onProblem: setProblem })
  const { part, failed } = sending
  const busy = part !== null
  const [isCut, setCut] = useState(false)
  const { leave, question } = useConfirmLeave(chosen !== null && (!chosen.kept || isCut), onLeave)

  async function take(file: File | undefined) {
    if (!file || busy) return
    sending.forget()
    await choose(file)
    if (!Crop) await load()
  }
  const onFile = (file: File | undefined) => void take(file)
  const { over, drop } = useDropAndPaste(onFile, busy)

  const save = () => {
    if (chosen && !Crop) void load()
    else if (!chosen || cut.current?.url !== chosen.url) setProblem('No image to upload.')
    else void sending.send(chosen, cut.current)
  }

  const body = (
    <div className={classes(css.editor, over && css.over)} {...drop}>
      {question}
      <Banner tone="bad">{problem}</Banner>
      {chosen && Crop ? (
        <>
          <Crop
            key={chosen.url}
            url={chosen.url}
            aspect={aspect}
            cut={chosen.kept?.cut ?? null}
            disabled={busy}
            onTouched={() => setCut(true)}
            onCut={(area, degrees) => (cut.current = { url: chosen.url, area, degrees })}
          />
          <ChoosePhoto another disabled={busy} onFile={onFile} />
        </>
      ) : (
        <div className={css.drop} aria-busy={fetching}>
          {fetching && <p>Loading your photo…</p>}
          {chosen && <ChosenPhoto url={chosen.url} failed={withoutTool} onRetry={load} />}
          <ChoosePhoto another={chosen !== null} onFile={onFile} />
          <p className={css.hint}>
            .jpeg, .jpg or .png<span className={css.pointer}>, dropped here or pasted as well</span>
          </p>
        </div>
      )}
      <SentPart part={part} />
    </div>
  )
  const actions = (
    <>
      <Button variant="secondary" onClick={busy ? sending.cancel : onLeave}>
        {busy ? 'Cancel' : "DON'T SAVE"}
      </Button>
      <Button
        variant={chosen ? 'primary' : 'secondary'}
        busy={busy}
        busyLabel="Sending your photo…"
        onClick={save}
      >
        {failed && !busy ? 'Try again' : 'Save photo'}
      </Button>
    </>
  )
  return { body, actions, leave }
}
