/** Returns the size as a text in megabytes, at least 0.1, with the number format of the reader's country. */
export const megabytesText = (bytes: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumSignificantDigits: bytes < 10_000_000 ? 2 : 3,
  }).format(Math.max(bytes, 100_000) / 1_000_000)
