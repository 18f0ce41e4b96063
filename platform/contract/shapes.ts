import { z } from 'zod'
import { countCharacters } from '#platform/text/characters.ts'
import { withoutInvisibleCharacters } from '#platform/text/invisible-characters.ts'

/** Ids are 32-bit integers from 1 (rules: ids). */
export const id = z.int().min(1).max(2_147_483_647)
// Replaces tiny values by 0, because their squares would be too small for the database's numbers.
const noHair = (degrees: number) => (Math.abs(degrees) < 1e-9 ? 0 : degrees)
/** Degrees, WGS 84. */
export const latitude = z.number().min(-90).max(90).transform(noHair)
export const longitude = z.number().min(-180).max(180).transform(noHair)
/** The time that old clients send to bypass caches; accepted and ignored (rules: calls). */
export const ignoredCacheBuster = z.string().max(40).optional()
/** An instant as ISO 8601 in UTC. */
export const instant = z.string()
export const emptyObject = z.object({})

const timeZones = new Set(Intl.supportedValuesOf('timeZone'))

/** Returns the main name of a time zone, or null if there is no such zone. */
export const mainTimeZoneName = (name: string): string | null => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/**
 * The IANA name of a time zone. It becomes the zone's main name, because JavaScript also knows names that PostgreSQL
 * doesn't, such as 'AET'.
 */
export const timeZone = z
  .string()
  .max(64)
  // Only names are accepted, because PostgreSQL would read '+05:30' with the opposite sign.
  .regex(/^[A-Za-z]/, 'Not a time zone.')
  .transform((name, context) => {
    // What Chromium names where a device has no time zone.
    const main = name === 'Etc/Unknown' ? 'UTC' : mainTimeZoneName(name)
    if (main && (timeZones.has(main) || /^(?:UTC|Etc\/GMT[+-]\d{1,2})$/.test(main))) return main
    context.addIssue('Not a time zone.')
    return z.NEVER
  })

type Tidy = (text: string) => string

/** A visible character: not white space, invisible, of private use or blank Braille. */
const seen = /[^\s\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/u

/** More marks on one letter than any language writes. They would be painted over the lines above and below. */
const piledMarks = /\p{M}(?:\p{Default_Ignorable_Code_Point}*\p{M}){5}/u
const unshowable = 'Has characters that can’t be shown.'

/**
 * Text that a person typed, normalized to NFC and trimmed. Its length is counted in code points, as in the database.
 * Invisible characters that nobody typed, such as direction marks, are removed. Control characters are refused.
 */
const text = (max: number, min: number, tidy: Tidy, allowed: RegExp) =>
  z
    .string()
    // The raw text can be longer than the tidied one. The API description states the limit of the tidied text.
    .max(max * 4, `At most ${max} characters.`)
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) })
    .transform((value) => tidy(withoutInvisibleCharacters(value.normalize('NFC'))).trim())
    .pipe(
      z
        .string()
        .min(min, min === 1 ? 'Please fill this in.' : undefined)
        .refine((value) => min === 0 || seen.test(value), 'Please fill this in.')
        .refine((value) => countCharacters(value) <= max, `At most ${max} characters.`)
        .regex(allowed, unshowable)
        .refine((value) => !piledMarks.test(value), unshowable),
    )

const oneLine: Tidy = (value) => value.replace(/\s+/gu, ' ')
const inLine = /^\P{Cc}*$/u

/** One line of text. White space between words becomes a single space. */
export const oneLineText = (max: number, min = 1) => text(max, min, oneLine, inLine)

/** Text of several lines. It can be empty unless `min` is set. */
export const multiLineText = (max: number, min = 0) =>
  text(max, min, (value) => value.replace(/\r\n?/g, '\n').replace(/\t/g, ' '), /^(?:\P{Cc}|\n)*$/u)
