import { crc32, deflateRawSync } from 'node:zlib'

export type ZipFile = {
  name: string
  content: string | Buffer
  /** What is packed already, like a photo, is stored as it is. */
  stored?: boolean
}

const numbers = (...parts: [value: number, bytes: 2 | 4][]) => {
  const size = parts.reduce((sum, [, bytes]) => sum + bytes, 0)
  const buffer = Buffer.alloc(size)
  let at = 0
  for (const [value, bytes] of parts) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/**
 * A plain zip archive, names in UTF-8, one file in memory at a time. What the format can't number
 * (more than 4 GB, more than 65,535 files) breaks off instead of ending wrong.
 */
export async function* zipped(
  files: AsyncIterable<ZipFile>,
  at: Date,
): AsyncGenerator<Buffer, void> {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, content, stored } of files) {
    const plain = Buffer.from(content as string)
    const packed = stored ? plain : deflateRawSync(plain)
    const title = Buffer.from(name)
    const facts = numbers(
      [20, 2],
      [0x0800, 2],
      [stored ? 0 : 8, 2],
      [time, 2],
      [date, 2],
      [crc32(plain), 4],
      [packed.length, 4],
      [plain.length, 4],
      [title.length, 2],
      [0, 2],
    )
    const head = Buffer.concat([numbers([0x04034b50, 4]), facts, title])
    directory.push(
      numbers([0x02014b50, 4], [20, 2]),
      facts,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      title,
    )
    offset += head.length + packed.length
    yield head
    yield packed
  }
  const index = Buffer.concat(directory)
  const count = directory.length / 4
  yield index
  yield numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [index.length, 4],
    [offset, 4],
    [0, 2],
  )
}
