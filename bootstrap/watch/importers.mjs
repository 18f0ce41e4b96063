/**
 * Returns these files and every file that imports one of them, directly or not. A process that has loaded them must
 * load them again.
 */
export function importersOf(files, imports) {
  const importers = new Map()
  for (const [from, targets] of imports)
    for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), from])
  const found = new Set(files)
  // Entries that are added to a Set during iteration are visited too.
  for (const file of found) for (const from of importers.get(file) ?? []) found.add(from)
  return [...found]
}
