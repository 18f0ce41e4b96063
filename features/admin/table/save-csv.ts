import { useCallback } from 'react'
import { api, asApiError } from '#platform/web/api/api.ts'
import { csvOf } from '#platform/text/csv.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

/** Replaces characters that some operating system forbids in file names. */
const fileName = (name: string) => name.replace(/[\\/:*?"<>|]+/g, '-')

/** Records the export in the audit, then saves the file. If recording fails, no file is saved. */
async function saveCsv(
  name: string,
  head: readonly string[],
  lines: readonly (readonly unknown[])[],
): Promise<void> {
  await api('POST /admin/exports', { name, rows: lines.length })
  // Lets the button show that it is busy first, because a hundred thousand lines take a while.
  await new Promise((resolve) => setTimeout(resolve))
  const csv = new Blob([csvOf([head, ...lines])], { type: 'text/csv;charset=utf-8' })
  saveFile(csv, `${fileName(name)}.csv`)
}

/** Returns a function that saves a table as a CSV file, and shows a toast if that fails. */
export function useSaveCsv() {
  const toast = useToast()
  return useCallback(
    (...table: Parameters<typeof saveCsv>) =>
      saveCsv(...table).catch((error: unknown) =>
        toast({ text: asApiError(error).message, tone: 'bad' }),
      ),
    [toast],
  )
}
