// PostgreSQL can't store U+0000 or unpaired surrogates, and nobody types them.
export const unstorable = (text: string) => text.includes('\0') || !text.isWellFormed()

/** Maximum depth of a value. No call needs more, but a body has room for 30,000 brackets. */
const maxDepth = 20

type Fault = { path: string[]; message: string }

const unusable = 'Has characters that can’t be used.'
const faultAt = (message: string): Fault => ({ path: [], message })

/** Returns the first value that can't be stored or is nested deeper than `maxDepth`, or null if none is. */
export function findFault(value: unknown, depth = 0): Fault | null {
  if (typeof value === 'string') return unstorable(value) ? faultAt(unusable) : null
  if (value === null || typeof value !== 'object') return null
  if (depth > maxDepth) return faultAt('Is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    if (unstorable(key)) return faultAt(unusable)
    const found = findFault(inner, depth + 1)
    if (found) return { ...found, path: [key, ...found.path] }
  }
  return null
}
