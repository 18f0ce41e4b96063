import { globalShortcuts } from '#platform/web/keyboard-shortcuts.ts'
import { ShortcutsDialog } from '#platform/web/ui/overlay/shortcuts-dialog.tsx'

export const KeyboardShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <ShortcutsDialog open onClose={onClose} title="Keys" words={globalShortcuts}>
    <p>They work on every page, where nothing is being typed.</p>
  </ShortcutsDialog>
)
