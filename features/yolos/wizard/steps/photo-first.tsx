import { Camera } from 'lucide-react'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { useDraft } from '../draft.ts'

/** Leads to the quick way, which finds the place by itself, unless the draft is on it already. */
export function PhotoFirst() {
  const { quick } = useDraft()
  if (quick) return null
  return (
    <LinkButton variant="quiet" icon={<Camera />} to="/add-yolo?camera=1">
      Start with a photo
    </LinkButton>
  )
}
