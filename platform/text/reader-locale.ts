/**
 * Returns English with the formats of the country that a browser's languages name, so that dates read '3 May 2026' in
 * Berlin and London. The calendar stays that of the rest of the page.
 */
export function readerLocaleOf(languages: readonly string[]): string {
  for (const language of languages) {
    const region = regionOf(language)
    if (!region) continue
    const own = `en-${region}`
    // Where a country has no English of its own, formats would be American.
    const known = new Intl.DateTimeFormat(own).resolvedOptions().locale === own
    return `${known ? own : 'en-001'}-u-ca-gregory`
  }
  return 'en'
}

/** Returns the country of a language tag, by most of its speakers if it names none, or undefined if it isn't one. */
export function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined
  }
}
