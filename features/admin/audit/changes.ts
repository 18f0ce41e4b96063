/** A changed value. `before` or `after` is null if there was none before or is none now. */
export type AuditChange = { what: string; before: string | null; after: string | null }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Yields each value with its path, such as `area.name`. A list is joined into one text. */
function* flat(value: unknown, path: string): Generator<[string, string]> {
  if (value === null || value === undefined) return
  if (isObject(value))
    for (const [key, inner] of Object.entries(value))
      yield* flat(inner, path ? `${path}.${key}` : key)
  else if (Array.isArray(value)) yield [path, value.map(textOf).join(', ')]
  else yield [path, textOf(value)]
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** Returns the changes between the two values of an audit row, in the order of their fields. */
export function diffAuditValues(before: unknown, after: unknown): AuditChange[] {
  const [old, now] = [new Map(flat(before, '')), new Map(flat(after, ''))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((what) => ({ what, before: old.get(what) ?? null, after: now.get(what) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** Returns the changes as one line of text. */
export const changesText = (before: unknown, after: unknown): string =>
  diffAuditValues(before, after)
    .map((one) => `${one.what}: ${one.before ?? 'nothing'} → ${one.after ?? 'nothing'}`)
    .join('; ')
