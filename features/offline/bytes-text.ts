/** Returns 'about' how many megabytes that is, as the reader's country writes numbers. */
export const megabytesText = (bytes: number, locale: string) =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumSignificantDigits: bytes < 10_000_000 ? 2 : 3,
  }).format(Math.max(bytes, 100_000) / 1_000_000)
