/** Characters that XML 1.0 can't contain even if they are escaped, such as control characters and lone surrogates. */
const unholdable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

export const escapeXml = (text: string) =>
  text.replace(unholdable, '').replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
