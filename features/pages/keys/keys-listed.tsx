import { everywhere } from '#platform/web/keys.ts'
import { KeysDialog } from '#platform/web/ui/overlay/keys-dialog.tsx'

export const KeysListed = ({ onClose }: { onClose: () => void }) => (
  <KeysDialog open onClose={onClose} title="Keys" words={everywhere}>
    <p>They work on every page, where nothing is being typed.</p>
  </KeysDialog>
)
