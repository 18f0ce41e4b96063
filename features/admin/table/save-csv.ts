import { useCallback } from 'react'
import { api, asApiError } from '#platform/web/api/api.ts'
import { csvOf } from '#platform/text/csv.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

/** What a file may be called everywhere. */
const fileName = (name: string) => name.replace(/[\\/:*?"<>|]+/g, '-')

/** An export is written to the audit first. Where that fails, no file is saved. */
async function saveCsv(
  name: string,
  head: readonly string[],
  lines: readonly (readonly unknown[])[],
): Promise<void> {
  await api('POST /admin/exports', { name, rows: lines.length })
  // The button shows first that it is busy: a hundred thousand lines take a while.
  await new Promise((resolve) => setTimeout(resolve))
  const csv = new Blob([csvOf([head, ...lines])], { type: 'text/csv;charset=utf-8' })
  saveFile(csv, `${fileName(name)}.csv`)
}

/** Saves a table as a file; says so where it can't be. */
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
