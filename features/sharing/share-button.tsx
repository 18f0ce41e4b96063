import { Share as ShareSign } from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'
import { useShareLink } from './use-share-link.ts'

/** Opens the device's share sheet with a page's address, or copies the address if there is no share sheet. */
export function ShareButton({ path, title }: { path: string; title: string }) {
  const { canShare, open, copy } = useShareLink({ path, title })
  const toast = useToast()
  const share = async () => {
    const opened = canShare ? await open() : null
    // If the share sheet was closed without a choice, nothing is shown. If it failed, the address is copied instead.
    const { text } = opened && (opened.shared || !opened.text) ? opened : await copy()
    if (text) toast(text)
  }
  return (
    <div>
      <Button variant="quiet" size="small" icon={<ShareSign />} onClick={() => void share()}>
        Share
      </Button>
    </div>
  )
}
