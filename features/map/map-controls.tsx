import { LocateFixed, Minus, Plus } from 'lucide-react'
import { IconButton } from '#platform/web/ui/button.tsx'
import type { Basemap } from './style/file-style.ts'

type ZoomProps = { onZoom(by: number): void; onBack?: (() => void) | null }

export const ZoomButtons = ({ onZoom, onBack }: ZoomProps) => (
  <div className="map-buttons">
    <IconButton label="Zoom in" icon={<Plus />} onClick={() => onZoom(1)} />
    <IconButton label="Zoom out" icon={<Minus />} onClick={() => onZoom(-1)} />
    {onBack && <IconButton label="Back to the circle" icon={<LocateFixed />} onClick={onBack} />}
  </div>
)

type FootProps = {
  credits: Basemap['attribution']
  /** Says which dishes of the list are on the map, if not all of them are. */
  part?: string | false
  scale: { text: string; width: number } | null
}

/** Shows the scale and the attribution. */
export const MapFooter = ({ credits, part, scale }: FootProps) => (
  <div className="map-foot">
    {scale && (
      <p className="map-scale" style={{ inlineSize: scale.width }}>
        <span className="visually-hidden">Scale: </span>
        {scale.text}
      </p>
    )}
    <p className="map-credits">
      {part && <b>{part}</b>} Map:{' '}
      {credits.map(({ text, href }, at) => (
        <span key={text}>
          {at > 0 && ', '}
          {href ? (
            <a href={href} rel="noreferrer" target="_blank">
              {text}
            </a>
          ) : (
            text
          )}
        </span>
      ))}
    </p>
  </div>
)
