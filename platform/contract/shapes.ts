import { z } from 'zod'
import { characters } from '#platform/text/characters.ts'

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

/** One line of text from a person: NFC, trimmed, inner white space folded; no control or bidi characters. */
export const line = (max: number, min = 1) =>
  z
    .string()
    .max(max * 4)
    .transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim())
    .pipe(
      z
        .string()
        .min(min, min === 1 ? 'Please fill this in.' : undefined)
        // Code points, as the database counts.
        .refine((text) => characters(text) <= max, `At most ${max} characters.`)
        .regex(
          /^[^\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]*$/u,
          'Has characters that can’t be shown.',
        ),
    )
