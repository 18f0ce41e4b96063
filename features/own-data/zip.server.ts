import { ZipFile as Zip } from 'yazl'

export type ZipFile = {
  name: string
  content: string | Buffer
  /** A photo is compressed already: it is stored as it is. */
  stored?: boolean
}

/** A zip archive, pulled by its reader: the next file is read when the one before it has been taken. */
export async function* zipped(
  files: AsyncIterable<ZipFile>,
  at: Date,
): AsyncGenerator<Buffer, void> {
  const zip = new Zip()
  const output = zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Buffer>
  for await (const { name, content, stored } of files) {
    zip.addBuffer(Buffer.from(content as string), name, { mtime: at, compress: !stored })
    for (let part; (part = output.read() as Buffer | null);) yield part
  }
  zip.end()
  yield* output
}
