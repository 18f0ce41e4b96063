import { Dialog } from '#platform/web/ui/overlay/dialog.tsx'
import { type PhotoEditorProps, usePhotoEditor } from './use-photo-editor.tsx'

/**
 * The photo editor as a dialog that is open while it is mounted. Load it when it is needed: `lazy(() => import(…))`.
 */
export default function PhotoDialog(editor: PhotoEditorProps) {
  const { body, actions, leave } = usePhotoEditor(editor)
  return (
    <Dialog
      open
      onlyClosedByButtons
      shape="full"
      title="Edit or upload photo"
      onClose={leave}
      actions={actions}
    >
      {body}
    </Dialog>
  )
}
