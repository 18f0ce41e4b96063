import { isAscii } from 'node:buffer'

/** A byte sequence of UTF-8 past ASCII, its bytes as characters. */
const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/**
 * A file's bytes as text. One that isn't UTF-8 where its first letter past ASCII stands is Latin-1 (as Windows
 * has it); one that breaks later keeps its broken letters as U+FFFD, and rows with such a name are refused.
 */
export async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let tail = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (!decoder) {
      const bytes = Buffer.concat([tail, chunk])
      const first = isAscii(bytes) ? -1 : bytes.findIndex((byte) => byte > 0x7f)
      // Enough to judge by, or the file's end.
      if (first !== -1 && bytes.length - first < 64) {
        tail = bytes
        continue
      }
      tail = Buffer.alloc(0)
      if (first === -1) {
        yield bytes.toString('latin1')
        continue
      }
      decoder = decoderFor(bytes)
      yield decoder.decode(bytes, { stream: true })
    } else yield decoder.decode(chunk, { stream: true })
  }
  if (tail.length > 0) decoder = decoderFor(tail)
  yield (decoder ?? new TextDecoder()).decode(tail)
}

function decoderFor(bytes: Buffer) {
  const text = bytes.toString('latin1')
  const whole = (text.match(sequence) ?? []).reduce((sum, one) => sum + one.length, 0)
  const past = (text.match(/[\x80-\xff]/g) ?? []).length
  // A chunk may end amid a sequence.
  return new TextDecoder(whole > 0 && whole >= (past - 3) / 2 ? 'utf-8' : 'windows-1252', {
    ignoreBOM: true,
  })
}
