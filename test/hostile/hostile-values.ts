import fc from 'fast-check'

type Json = Record<string, unknown>

/** Texts that the database can't store: with a NUL character or half of a surrogate pair. */
export const unstorable = ['\0', 'a\0b', '\ud800', 'x\udfff', '😀'.slice(0, 1)]

const moments = [
  '2026-02-30 00:00:00+00',
  '0000-01-01 00:00:00+00',
  '2026-02-28 24:00:00+00',
  '2026-13-01 00:00:00+00',
  '999999-01-01 00:00:00+00',
  '2026-01-01 00:00:00+99',
  'infinity',
  'now',
]
const numbers = [
  0,
  -0,
  -1,
  0.5,
  1e-7,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  1e21,
  1e308,
  8.64e15,
  8.7e15,
]
const texts = [
  '',
  ' ',
  '\u200b',
  '\u202e',
  "'",
  '"',
  ';--',
  '%',
  '_',
  '\\',
  '%00',
  '../..',
  'null',
  'true',
  'NaN',
  'Infinity',
  '1e999',
  '0x10',
  '١',
  '99999999999999999999',
  '__proto__',
  '\n',
  '🍔',
  '\uffff',
  'x'.repeat(5_000),
]

const part = fc.oneof(
  fc.constantFrom<unknown>(...numbers, ...moments, ...unstorable, null, '2026-02-28 12:00:00+00'),
  fc.integer(),
)
/** A cursor that this server never issued. */
const cursor = fc.oneof(
  fc.array(part, { maxLength: 5 }).map(packed),
  fc.tuple(fc.nat(9), fc.nat(9), part, fc.nat(9)).map(packed),
  fc.tuple(part, fc.constantFrom('x', 'vote:1', '\0')).map(packed),
  part.map(packed),
)
function packed(value: unknown) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...texts, ...numbers, ...moments, ...unstorable),
  cursor,
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], [null], { a: '\0' }, [1, [2, ['\ud800']]]),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Generates values that usually fit the schema. Integers are sometimes IDs that exist. */
export function fitting(schema: Json, ids: number[]): fc.Arbitrary<unknown> {
  const {
    enum: choices,
    anyOf,
    type,
    items,
    properties,
  } = schema as {
    enum?: unknown[]
    anyOf?: Json[]
    type?: string
    items?: Json
    properties?: Record<string, Json>
  }
  if ('const' in schema) return fc.constant(schema.const)
  if (choices) return fc.constantFrom(...choices)
  if (anyOf) return fc.oneof(...anyOf.map((schema) => fitting(schema, ids)))
  const { minimum: min = 0, maximum: max = 100 } = schema as { minimum?: number; maximum?: number }
  if (type === 'integer') return fc.oneof(fc.constantFrom(...ids), fc.integer({ min, max }))
  if (type === 'number') return fc.double({ min, max, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(fitting(items ?? {}, ids), { maxLength: 4 })
  if (type === 'object' || properties)
    return fc.record(
      Object.fromEntries(
        Object.entries(properties ?? {}).map(([key, inner]) => [key, fitting(inner, ids)]),
      ),
      { requiredKeys: [] },
    )
  if (type === 'string') return textOf(schema)
  return fc.jsonValue({ maxDepth: 2 })
}

function textOf({ pattern, minLength = 1 }: { pattern?: string; minLength?: number }) {
  const words = fc.constantFrom(
    'Burger',
    '1',
    '35,36',
    'test:1',
    'x@example.com',
    'nineteen otters',
  )
  const plain = words.map((word) => word.padEnd(minLength, 'x'))
  return pattern && !pattern.includes('?') ? fc.stringMatching(new RegExp(pattern)) : plain
}
