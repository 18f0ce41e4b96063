import { z } from 'zod'
import type { AnyCall } from '#platform/contract/call.ts'
import { badInput } from '#platform/contract/failure.ts'
import { countWithNoun } from '#platform/text/plural.ts'

type Raw = { params: unknown; query: unknown; body: unknown }

const asRecord = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

/** Returns the type of a schema, unwrapping optional, default, nullable and pipes. */
function kindOf(schema: any): string {
  const def = schema?.def ?? schema?._zod?.def
  if (!def) return 'unknown'
  if (def.innerType) return kindOf(def.innerType)
  if (def.type === 'pipe') return kindOf(def.in)
  if (def.type === 'literal') return typeof def.values[0]
  return def.type as string
}

// A negative exponent is allowed because JavaScript writes small numbers as 1e-7.
const numeric = /^-?\d{1,17}(\.\d{1,17})?(e-\d{1,3})?$/

const booleans = new Map([
  ['true', true],
  ['false', false],
])

/** Converts text from a path or query to the type of its key. Text that can't be converted is returned unchanged. */
function fromText(kind: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'number') return numeric.test(value) ? Number(value) : value
  if (kind === 'boolean') return booleans.get(value) ?? value
  return value
}

const shapeOf = (call: AnyCall) => (call.input as z.ZodObject).shape

const fromUrl = (call: AnyCall, source: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(source).map(([key, value]) => [
      key,
      fromText(kindOf(shapeOf(call)[key]), value),
    ]),
  )

/** Returns the values of a body's known keys. A body may have thousands of others, which aren't copied. */
const fromBody = (call: AnyCall, body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.keys(shapeOf(call))
      .filter((key) => Object.hasOwn(body, key))
      .map((key) => [key, body[key]]),
  )

/** Validates the raw parts of a request against the call's input. Throws `bad_input` with a message per field. */
export function readInput(call: AnyCall, raw: Raw): Record<string, unknown> {
  const params = fromUrl(call, asRecord(raw.params))
  let rest: Record<string, unknown>
  if (call.route.startsWith('GET ')) rest = fromUrl(call, asRecord(raw.query))
  else if (call.bodyList && Array.isArray(raw.body)) rest = { [call.bodyList]: raw.body }
  else {
    if (raw.body !== undefined && asRecord(raw.body) !== raw.body)
      throw badInput({ message: 'Send a JSON object.', fields: {} })
    rest = fromBody(call, asRecord(raw.body))
    if (call.inputFrom === 'query-or-body')
      rest = { ...fromUrl(call, asRecord(raw.query)), ...rest }
  }
  return validateInput(call, { ...rest, ...params })
}

export function validateInput(call: AnyCall, input: unknown): Record<string, unknown> {
  const result = (call.input as z.ZodType).safeParse(input, { error: fieldError })
  if (result.success) {
    // Only now, because a body of another shape may have tens of thousands of values.
    const path = findUnstorable(result.data)
    if (path) throw badInput({ fields: { [fieldOf(path)]: 'This can’t be stored.' } })
    return result.data as Record<string, unknown>
  }
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    fields[fieldOf(issue.path)] ??= issue.message
  }
  throw badInput({ fields })
}

const fieldOf = (path: PropertyKey[]) => path.join('.') || 'input'

const kinds: Record<string, string> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
}

const things = { string: 'character', array: 'entry', set: 'entry' } as Record<string, string>

const amount = (count: number | bigint, origin: string) => {
  const thing = things[origin]
  if (!thing) return Number(count).toLocaleString('en')
  return countWithNoun(Number(count), thing, thing === 'entry' ? 'entries' : undefined)
}

/** Returns our message for an invalid field whose schema has none, so that zod's messages never reach a visitor. */
function fieldError(issue: z.core.$ZodRawIssue): string {
  const { code, input } = issue
  if (code === 'invalid_type') {
    if (input === undefined || input === null) return 'Please fill this in.'
    return kinds[issue.expected] ?? 'This can’t be used.'
  }
  if (code === 'too_small')
    return issue.origin === 'string' && issue.minimum === 1
      ? 'Please fill this in.'
      : `At least ${amount(issue.minimum, issue.origin)}, please.`
  if (code === 'too_big') return `At most ${amount(issue.maximum, issue.origin)}, please.`
  if (code === 'invalid_value')
    return input === undefined ? 'Please choose one.' : 'Please choose one that is offered.'
  if (code === 'not_multiple_of') return 'This must be a whole number.'
  if (code === 'invalid_format') return 'This isn’t written as we need it.'
  return 'This can’t be used.'
}

// PostgreSQL can't store U+0000 or unpaired surrogates, and nobody types them.
const isUnstorable = (text: string) => text.includes('\0') || !text.isWellFormed()

/** Returns the path of the first value with text that can't be stored, or nested beyond reason; else null. */
function findUnstorable(value: unknown, depth = 0): string[] | null {
  if (typeof value === 'string') return isUnstorable(value) ? [] : null
  if (value === null || typeof value !== 'object') return null
  if (depth > 20 || Object.keys(value).some(isUnstorable)) return []
  for (const [key, inner] of Object.entries(value)) {
    const path = findUnstorable(inner, depth + 1)
    if (path) return [key, ...path]
  }
  return null
}
