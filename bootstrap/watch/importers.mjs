/** These files and all that import them, directly or not: what a process that has read them has to read again. */
export function importersOf(files, imports) {
  const importers = new Map()
  for (const [from, targets] of imports)
    for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), from])
  const found = new Set(files)
  // A set grows while it is walked.
  for (const file of found) for (const from of importers.get(file) ?? []) found.add(from)
  return [...found]
}
