/**
 * Returns the size as a text in megabytes like '2.4 MB', at least 0.1, with the number format of the reader's country.
 * For most readers that is 'en', for which `Intl` isn't used: its first format takes a browser 20 ms, and a phone ten
 * times as long.
 */
export function megabytesText(bytes: number, locale: string): string {
  const megabytes = Math.max(bytes, 100_000) / 1_000_000
  const digits = bytes < 10_000_000 ? 2 : 3
  if (locale === 'en' && megabytes < 1000) return `${Number(megabytes.toPrecision(digits))} MB`
  const unit = { style: 'unit', unit: 'megabyte', maximumSignificantDigits: digits } as const
  return new Intl.NumberFormat(locale, unit).format(megabytes)
}
