/**
 * Returns the text of a file. UTF-16 is recognized by its byte order mark, or by the zero bytes that it has between
 * Latin letters. Other bytes that aren't valid UTF-8 are decoded as Windows-1252, which older spreadsheets write.
 */
export function textOfBytes(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be')
  const start = bytes.subarray(0, 400)
  const zeros = [0, 1].map((odd) => start.filter((byte, n) => byte === 0 && n % 2 === odd).length)
  if (start.length > 1 && Math.max(...zeros) > start.length / 4)
    return decoded(bytes, zeros[0]! > zeros[1]! ? 'utf-16be' : 'utf-16le')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decoded(bytes, 'windows-1252')
  }
}

const decoded = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes)
