import { useState } from 'react'
import { downloadFile } from '#platform/web/storage/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'

/** `onFailed` is called with a text if the data couldn't be fetched, and with null when they are asked for. */
export function DownloadOwnData({ onFailed }: { onFailed: (text: string | null) => void }) {
  const [fetching, setFetching] = useState(false)
  async function download() {
    onFailed(null)
    setFetching(true)
    if (!(await downloadFile('/user/export', 'yolo-my-data.zip')))
      onFailed('Your data could not be fetched. Please try again later.')
    setFetching(false)
  }
  return (
    <Button
      variant="secondary"
      busy={fetching}
      busyLabel="Fetching your data"
      onClick={() => void download()}
    >
      Download my data
    </Button>
  )
}
