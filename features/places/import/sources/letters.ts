/** Maps the characters that Windows-1252 has for the bytes 80 to 9f back to these bytes. */
const windows = new Map(
  Array.from({ length: 32 }, (_, index) => {
    const byte = 0x80 + index
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const
  }),
)
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Repairs UTF-8 text that was once read as Latin-1 or Windows-1252, such as 'CafÃ©' for 'Café'. If every character is a
 * byte of these encodings and the bytes are valid UTF-8, they are decoded again. Lone surrogates are replaced with
 * spaces.
 */
export function repairEncoding(line: string): string {
  const whole = line.isWellFormed() ? line : line.replace(/\p{Cs}/gu, ' ')
  if (!/[\u00c2-\u00f4]/.test(whole)) return whole
  const bytes: number[] = []
  for (const sign of whole) {
    const byte = windows.get(sign) ?? sign.codePointAt(0)!
    if (byte > 0xff) return whole
    bytes.push(byte)
  }
  try {
    return utf8.decode(Uint8Array.from(bytes))
  } catch {
    return whole
  }
}
