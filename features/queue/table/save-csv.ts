import { useCallback } from 'react'
import { api, asApiError } from '#platform/web/api/api.ts'
import { csvOf } from '#platform/text/csv.ts'
import { saveFile } from '#platform/web/storage/save-file.ts'
import { useToast } from '#platform/web/ui/overlay/toast.tsx'

/** Replaces characters that some operating system forbids in file names. */
const fileName = (name: string) => name.replace(/[\\/:*?"<>|]+/g, '-')

type Lines = readonly (readonly unknown[])[]

/**
 * Adds lines to a CSV file page by page, as they load. Records the export in the audit, then saves the file. If
 * recording fails, no file is saved.
 */
async function saveCsv(
  name: string,
  head: readonly string[],
  pages: Iterable<Lines> | AsyncIterable<Lines>,
): Promise<void> {
  const parts = [csvOf([head])]
  let rows = 0
  for await (const lines of pages) {
    parts.push(csvOf(lines))
    rows += lines.length
  }
  await api('POST /admin/exports', { name, rows })
  saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${fileName(name)}.csv`)
}

/** Returns a function that saves a table as a CSV file, and shows a toast if that fails. */
export function useSaveCsv() {
  const toast = useToast()
  return useCallback(
    (...[name, head, pages, signal]: [...Parameters<typeof saveCsv>, signal?: AbortSignal]) =>
      saveCsv(name, head, pages).catch((error: unknown) => {
        if (!signal?.aborted) toast({ text: asApiError(error).message, tone: 'bad' })
      }),
    [toast],
  )
}
