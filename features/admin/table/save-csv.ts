import { csvOf } from '#platform/text/csv.ts'

/** What a file may be called everywhere. */
const fileName = (name: string) => name.replace(/[\\/:*?"<>|]+/g, '-')

export async function saveCsv(
  name: string,
  head: readonly string[],
  lines: readonly (readonly unknown[])[],
): Promise<void> {
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
