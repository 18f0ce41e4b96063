import { LocateFixed, Minus, Plus } from 'lucide-react'
import { IconButton } from '#platform/web/ui/button.tsx'

type ZoomProps = { onZoom(by: number): void; onBack?: (() => void) | null }

export const ZoomButtons = ({ onZoom, onBack }: ZoomProps) => (
  <div className="map-buttons">
    <IconButton label="Zoom in" icon={<Plus />} onClick={() => onZoom(1)} />
    <IconButton label="Zoom out" icon={<Minus />} onClick={() => onZoom(-1)} />
    {onBack && <IconButton label="Back to the circle" icon={<LocateFixed />} onClick={onBack} />}
  </div>
)
