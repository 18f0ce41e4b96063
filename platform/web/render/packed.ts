/** Objects of the same keys, as one list of the keys; what is the same in all of them stands there once. */
type Shape = { keys: string[]; same: Record<string, unknown> }
export type Packed = { shapes: Shape[]; data: unknown }

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null

/**
 * JSON in fewer letters: a page holds fifty cards as data, each with the same thirty keys. A list is written as
 * `[-1, …items]`, an object as `[n, …values]` of the shape n; all else is as it was.
 */
export function pack(value: unknown): Packed {
  const all = new Map<string, Plain[]>()
  const gather = (part: unknown) => {
    if (!isPlain(part)) return
    if (!Array.isArray(part)) {
      const name = nameOf(part)
      all.set(name, all.get(name) ?? [])
      all.get(name)!.push(part)
    }
    for (const inner of Object.values(part)) gather(inner)
  }
  // As it will be read: without what JSON leaves out.
  const whole: unknown = JSON.parse(JSON.stringify(value))
  gather(whole)

  const numbers = new Map<string, number>()
  const shapes = [...all].map(([name, found], number): Shape => {
    numbers.set(name, number)
    const keys = Object.keys(found[0]!)
    const texts = (key: string) => new Set(found.map((one) => JSON.stringify(one[key])))
    const shared = found.length > 1 ? keys.filter((key) => texts(key).size === 1) : []
    return {
      keys: keys.filter((key) => !shared.includes(key)),
      same: Object.fromEntries(shared.map((key) => [key, found[0]![key]])),
    }
  })
  const write = (part: unknown): unknown => {
    if (!isPlain(part)) return part
    if (Array.isArray(part)) return [-1, ...part.map(write)]
    const number = numbers.get(nameOf(part))!
    return [number, ...shapes[number]!.keys.map((key) => write(part[key]))]
  }
  return { shapes, data: write(whole) }
}

const nameOf = (part: Plain) => JSON.stringify(Object.keys(part))

export function unpack({ shapes, data }: Packed): unknown {
  const read = (part: unknown): unknown => {
    if (!Array.isArray(part)) return part
    const [number, ...values] = part as [number, ...unknown[]]
    const shape = shapes[number]
    if (!shape) return values.map(read)
    return {
      ...structuredClone(shape.same),
      ...Object.fromEntries(shape.keys.map((key, at) => [key, read(values[at])])),
    }
  }
  return read(data)
}
