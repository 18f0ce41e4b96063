import { useId, useRef, useState } from 'react'
import Cropper, { type MediaSize, type Point, type Size } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  RotateCcw,
  RotateCw,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { IconButton } from '#platform/web/ui/button.tsx'
import type { Area } from './draw.ts'
import css from './photo.module.css'

type Props = {
  url: string
  aspect: number
  onCut: (area: Area, degrees: number) => void
  /** Called when the member begins to change the cut. */
  onTouched: () => void
  disabled: boolean
}

const largest = 4
const step = 24

const within = (value: number, max: number) => Math.min(max, Math.max(-max, value))

type Shown = { media: MediaSize; frame: Size; degrees: number; scale: number }

/** Returns the point, moved back as far as the photo would leave the frame. */
function moved({ x, y }: Point, { media, frame, degrees, scale }: Shown): Point {
  const [wide, high] =
    degrees % 180 === 0 ? [media.width, media.height] : [media.height, media.width]
  return {
    x: within(x, Math.abs(wide * scale - frame.width) / 2),
    y: within(y, Math.abs(high * scale - frame.height) / 2),
  }
}

/** Lets members cut a photo by dragging and pinching, with buttons, or with the arrow keys. */
export function PhotoCrop({ url, aspect, onCut, onTouched, disabled }: Props) {
  const [at, setAt] = useState<Point>({ x: 0, y: 0 })
  const [scale, setScale] = useState(1)
  const [degrees, setDegrees] = useState(0)
  const [media, setMedia] = useState<MediaSize | null>(null)
  const [frame, setFrame] = useState<Size | null>(null)
  const box = useRef<HTMLDivElement>(null)

  const rescale = (to: number) => setScale(Math.min(largest, Math.max(1, to)))
  const turn = (by: number) => setDegrees((degrees + by + 360) % 360)
  function move(x: number, y: number) {
    if (media && frame) setAt(moved({ x: at.x + x, y: at.y + y }, { media, frame, degrees, scale }))
  }
  const touching =
    <A extends number[]>(change: (...by: A) => void) =>
    (...by: A) => {
      onTouched()
      change(...by)
    }
  return (
    <div className={css.crop} inert={disabled}>
      <div className={css.stage} ref={box}>
        <Cropper
          disableAutomaticStylesInjection
          image={url}
          crop={at}
          zoom={scale}
          rotation={degrees}
          aspect={aspect}
          maxZoom={largest}
          objectFit="cover"
          keyboardStep={8}
          onCropChange={setAt}
          onZoomChange={rescale}
          onInteractionStart={onTouched}
          onCropAreaChange={(_, area) => onCut(area, degrees)}
          onCropSizeChange={setFrame}
          onMediaLoaded={(size) => {
            setMedia(size)
            // The button that chose the photo is gone, so the focus moves to the photo.
            box.current?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
          }}
          mediaProps={{ alt: '' }}
          cropperProps={{
            role: 'group',
            'aria-label': 'Your photo as others will see it. The arrow keys move it.',
          }}
        />
      </div>
      <Tools
        scale={scale}
        onScale={touching(rescale)}
        onTurn={touching(turn)}
        onMove={touching(move)}
      />
    </div>
  )
}

const directions = [
  { label: 'Move left', icon: <ArrowLeft />, by: [-step, 0] },
  { label: 'Move up', icon: <ArrowUp />, by: [0, -step] },
  { label: 'Move down', icon: <ArrowDown />, by: [0, step] },
  { label: 'Move right', icon: <ArrowRight />, by: [step, 0] },
] as const

type ToolsProps = {
  scale: number
  onScale: (to: number) => void
  onTurn: (degrees: number) => void
  onMove: (x: number, y: number) => void
}

/** Buttons to rotate, move and scale the photo. */
function Tools({ scale, onScale, onTurn, onMove }: ToolsProps) {
  const slider = useId()
  return (
    <div className={css.tools}>
      <fieldset aria-label="Rotate" className={css.group}>
        <IconButton label="Rotate left" icon={<RotateCcw />} onClick={() => onTurn(-90)} />
        <IconButton label="Rotate right" icon={<RotateCw />} onClick={() => onTurn(90)} />
      </fieldset>
      <fieldset aria-label="Move" className={css.group}>
        {directions.map(({ label, icon, by: [x, y] }) => (
          <IconButton key={label} label={label} icon={icon} onClick={() => onMove(x, y)} />
        ))}
      </fieldset>
      <fieldset aria-label="Scale" className={css.scale}>
        <IconButton label="Smaller" icon={<ZoomOut />} onClick={() => onScale(scale - 0.25)} />
        <label htmlFor={slider} className="visually-hidden">
          Scale
        </label>
        <input
          id={slider}
          type="range"
          min={1}
          max={largest}
          step={0.05}
          value={scale}
          aria-valuetext={`${Math.round(scale * 100)} %`}
          onChange={({ target }) => onScale(Number(target.value))}
        />
        <IconButton label="Larger" icon={<ZoomIn />} onClick={() => onScale(scale + 0.25)} />
      </fieldset>
    </div>
  )
}
