import { session } from '../session/session.ts'

/** Makes the browser save a file under this name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the file some time after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Fetches a file with the bearer token, which a link can't send, and saves it. Returns whether that worked. */
export async function downloadFile(path: string, name: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${session().token}` }
  const answer = await fetch(`/api${path}`, { headers }).catch(() => null)
  if (!answer?.ok) return false
  const file = await answer.blob().catch(() => null)
  if (file) saveFile(file, name)
  return file !== null
}
