import { deflateSync } from 'node:zlib'

// Writes OpenStreetMap's PBF as osmium does, with dense nodes, and with ids stored as differences.

type Tags = Record<string, string>
export type Content = {
  nodes: { id: number; lat: number; lon: number; tags?: Tags; at?: string }[]
  ways?: { id: number; refs: number[]; tags: Tags }[]
  relations?: { id: number; ways: number[]; tags: Tags }[]
}

function varint(value: number | bigint): Buffer {
  const bytes: number[] = []
  let left = BigInt(value)
  do {
    bytes.push(Number(left & 0x7fn) | (left > 0x7fn ? 0x80 : 0))
    left >>= 7n
  } while (left > 0n)
  return Buffer.from(bytes)
}
const signed = (value: number) => varint(value < 0 ? BigInt(-value) * 2n - 1n : BigInt(value) * 2n)
const bytes = (tag: number, content: Buffer | string) => {
  const all = Buffer.from(content)
  return Buffer.concat([varint(tag * 8 + 2), varint(all.length), all])
}
const number = (tag: number, value: number) => Buffer.concat([varint(tag * 8), varint(value)])
const packed = (tag: number, values: Buffer[]) => bytes(tag, Buffer.concat(values))
const differences = (values: number[]) =>
  values.map((value, at) => signed(value - (at > 0 ? values[at - 1]! : 0)))

function blob(type: string, content: Buffer, raw = false) {
  const zipped = raw
    ? bytes(1, content)
    : Buffer.concat([number(2, content.length), bytes(3, deflateSync(content))])
  const header = Buffer.concat([bytes(1, type), number(3, zipped.length)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header, zipped])
}

export function pbf({ nodes, ways = [], relations = [] }: Content, raw = false): Buffer {
  const strings = ['']
  const text = (one: string) => {
    if (!strings.includes(one)) strings.push(one)
    return strings.indexOf(one)
  }
  const keys = (tags: Tags) =>
    packed(
      2,
      Object.keys(tags).map((key) => varint(text(key))),
    )
  const values = (tags: Tags) =>
    packed(
      3,
      Object.values(tags).map((one) => varint(text(one))),
    )
  const zeros = (tag: number) =>
    packed(
      tag,
      nodes.map(() => signed(0)),
    )
  const dense = Buffer.concat([
    packed(1, differences(nodes.map(({ id }) => id))),
    bytes(
      5,
      Buffer.concat([
        packed(
          1,
          nodes.map(() => varint(1)),
        ),
        packed(2, differences(nodes.map(({ at = '2024-01-01' }) => Date.parse(at) / 1000))),
        ...[3, 4, 5].map(zeros),
      ]),
    ),
    packed(8, differences(nodes.map(({ lat }) => Math.round(lat * 1e7)))),
    packed(9, differences(nodes.map(({ lon }) => Math.round(lon * 1e7)))),
    packed(
      10,
      nodes.flatMap(({ tags = {} }) => [
        ...Object.entries(tags).flatMap((pair) => pair.map((one) => varint(text(one)))),
        varint(0),
      ]),
    ),
  ])
  const groups = [
    bytes(2, dense),
    ...ways.map(({ id, refs, tags }) =>
      bytes(
        3,
        Buffer.concat([number(1, id), keys(tags), values(tags), packed(8, differences(refs))]),
      ),
    ),
    ...relations.map(({ id, ways: members, tags }) =>
      bytes(
        4,
        Buffer.concat([
          number(1, id),
          keys(tags),
          values(tags),
          packed(
            8,
            members.map(() => varint(text('outer'))),
          ),
          packed(9, differences(members)),
          packed(
            10,
            members.map(() => varint(1)),
          ),
        ]),
      ),
    ),
  ].map((group) => bytes(2, group))
  const table = bytes(1, Buffer.concat(strings.map((one) => bytes(1, one))))
  return Buffer.concat([
    blob('OSMHeader', bytes(4, 'DenseNodes')),
    blob('OSMData', Buffer.concat([table, ...groups]), raw),
  ])
}
