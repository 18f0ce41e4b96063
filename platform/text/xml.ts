/** Characters that XML 1.0 can't contain even if they are escaped, such as control characters and lone surrogates. */
const unholdable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Escapes a text for XML. `replaceAll` takes a third of the time of a function that is called for each sign. */
export const escapeXml = (text: string) =>
  text
    .replace(unholdable, '')
    .replaceAll('&', '&#38;')
    .replaceAll('<', '&#60;')
    .replaceAll('>', '&#62;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;')
