import { Avatar, Style } from '@dicebear/core'
import drawing from '@dicebear/styles/initials.json' with { type: 'json' }
import { initials } from '#platform/text/initials.ts'

const style = new Style(drawing)
/** White letters on each of these have a contrast of at least 4.5:1. */
const grounds = ['#c62f14', '#2c6a3f', '#855400', '#a3123a', '#2f4f8f', '#5d4037', '#6a3d7c']

/** Draws the initials of a name as SVG. The same name always looks the same. */
export const drawInitials = (name: string) =>
  new Avatar(style, {
    seed: name,
    size: 96,
    // The other variant blends colors with an inline style, which the SVG must not contain.
    initialsVariant: 'alt',
    lettersVariant: more(initials(name)) ? 'double' : 'single',
    // Keeps two wide letters away from the circle's edge.
    scale: 0.8,
    backgroundColor: grounds,
    textColor: ['#ffffff'],
    fontWeight: 600,
  }).toString()

const more = (letters: string) => (letters.match(/\p{L}/gu)?.length ?? 0) > 1
