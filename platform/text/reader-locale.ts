/**
 * Returns the locale for English with the formats of the first country in a browser's languages, so that dates read '3
 * May 2026' in Berlin and London. The calendar is Gregorian, as on the rest of the page.
 */
export function readerLocaleOf(languages: readonly string[]): string {
  for (const language of languages) {
    const region = regionOf(language)
    if (!region) continue
    if (region === 'US') return 'en'
    const own = `en-${region}`
    // For a country without an English locale, Intl would use American formats.
    const known = new Intl.DateTimeFormat(own).resolvedOptions().locale === own
    return `${known ? own : 'en-001'}-u-ca-gregory`
  }
  return 'en'
}

/**
 * Returns the country of a language tag or, if it names none, of most of the language's speakers; undefined if the tag
 * is invalid.
 */
export function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined
  }
}
