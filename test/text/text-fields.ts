import { z } from 'zod'
import type { AnyCall } from '#platform/contract/call.ts'

export type TextField = {
  call: AnyCall
  path: string[]
  max: number
  /** True if the contract limits the length of the text. */
  isBounded: boolean
}

type Schema = {
  type?: string
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  enum?: unknown[]
  const?: unknown
  maxLength?: number
}

/** Returns every field of a call's input that takes free text. In a path, `[]` stands for the elements of a list. */
export function textFieldsOf(call: AnyCall): TextField[] {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema
  const walk = (at: Schema, path: string[]): TextField[] => {
    if (at.anyOf || at.allOf)
      return [...(at.anyOf ?? []), ...(at.allOf ?? [])].flatMap((one) => walk(one, path))
    if (at.properties)
      return Object.entries(at.properties).flatMap(([key, one]) => walk(one, [...path, key]))
    if (at.type === 'object')
      return typeof at.additionalProperties === 'object'
        ? walk(at.additionalProperties, [...path, 'key'])
        : []
    if (at.type === 'array') return walk(at.items ?? {}, [...path, '[]'])
    if (at.enum || at.const !== undefined) return []
    // A field that takes anything takes text as well.
    if (at.type === undefined || at.type === 'string')
      return [{ call, path, max: at.maxLength ?? 1000, isBounded: at.maxLength !== undefined }]
    return []
  }
  const found = walk(schema, [])
  const known = new Set<string>()
  return found.filter(({ path }) => !known.has(path.join('.')) && known.add(path.join('.')))
}

export const nameOf = ({ call, path }: TextField) => `${call.route} ${path.join('.')}`

/**
 * Joins these texts into as few as possible that fit into the field. `before` is the number of characters that each of
 * them will get in addition.
 */
export function packed(texts: string[], field: TextField, before = 0): string[] {
  const most = field.isBounded ? field.max - before : 0
  const found: string[] = []
  for (const text of texts) {
    const last = found.at(-1)
    if (last !== undefined && last.length + 1 + text.length <= most)
      found[found.length - 1] = `${last} ${text}`
    else found.push(text)
  }
  return found
}

/** Returns a copy of the input with this value in the field. */
export function withText(input: object, path: string[], value: unknown): Record<string, unknown> {
  const [key = '', ...rest] = path
  const set = (within: unknown): unknown => {
    if (rest.length === 0) return value
    if (rest[0] === '[]') return [rest.length === 1 ? value : withText({}, rest.slice(1), value)]
    return withText(typeof within === 'object' && within ? within : {}, rest, value)
  }
  const copy = { ...input } as Record<string, unknown>
  copy[key] = set(copy[key])
  return copy
}
