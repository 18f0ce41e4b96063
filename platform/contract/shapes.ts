import { z } from 'zod'
import { characters } from '#platform/text/characters.ts'
import { withoutDirectionMarks } from '#platform/text/direction-marks.ts'

/** Ids are 32-bit integers from 1 (rules: ids). */
export const id = z.int().min(1).max(2_147_483_647)
// Less than a hair's breadth is nothing; its square would be too small for the database.
const noHair = (degrees: number) => (Math.abs(degrees) < 1e-9 ? 0 : degrees)
/** Degrees, WGS 84. */
export const latitude = z.number().min(-90).max(90).transform(noHair)
export const longitude = z.number().min(-180).max(180).transform(noHair)
/** Cache-busting time of old clients: accepted and ignored (rules: calls). */
export const v = z.string().max(40).optional()
/** ISO 8601 in UTC. */
export const instant = z.string()
export const done = z.object({})

type Tidy = (text: string) => string

/** A character that leaves ink: neither a space, an invisible one nor blank Braille. */
const seen = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/** Text from a person: NFC and trimmed, counted in code points as the database does; no control or bidi characters. */
const text = (max: number, min: number, tidy: Tidy, allowed: RegExp) =>
  z
    .string()
    // Before it is tidied it may be longer; to who reads the description the limit is what counts.
    .max(max * 4, `At most ${max} characters.`)
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) })
    .transform((value) => tidy(value.normalize('NFC')).trim())
    .pipe(
      z
        .string()
        .min(min, min === 1 ? 'Please fill this in.' : undefined)
        .refine((value) => min === 0 || seen.test(value), 'Please fill this in.')
        .refine((value) => characters(value) <= max, `At most ${max} characters.`)
        .regex(allowed, 'Has characters that can’t be shown.'),
    )

const oneLine: Tidy = (value) => value.replace(/\s+/gu, ' ')
const inLine = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]*$/u

/** One line: white space between words becomes one space. */
export const line = (max: number, min = 1) => text(max, min, oneLine, inLine)

/** What is looked for: a line, but marks that came along with a copied address are dropped instead of refused. */
export const query = (max: number, min = 1) =>
  text(max, min, (value) => oneLine(withoutDirectionMarks(value)), inLine)

/** Several lines; may be empty unless `min` says otherwise. */
export const lines = (max: number, min = 0) =>
  text(
    max,
    min,
    (value) => value.replace(/\r\n?/g, '\n').replace(/\t/g, ' '),
    /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]|\n)*$/u,
  )
