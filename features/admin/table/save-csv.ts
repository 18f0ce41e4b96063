import { useCallback } from 'react'
import { api, asApiError } from '#platform/web/api.ts'
import { csvOf } from '#platform/text/csv.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

/** What a file may be called everywhere. */
const fileName = (name: string) => name.replace(/[\\/:*?"<>|]+/g, '-')

/** What an admin takes along is written down first; where it can't be, nothing is saved. */
async function saveCsv(
  name: string,
  head: readonly string[],
  lines: readonly (readonly unknown[])[],
): Promise<void> {
  await api('POST /admin/exports', { name, rows: lines.length })
  // That it is at work shows before it is: a hundred thousand lines take a while.
  await new Promise((resolve) => setTimeout(resolve))
  const file = new Blob([csvOf([head, ...lines])], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `${fileName(name)}.csv`
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
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
