import { Avatar, Style } from '@dicebear/core'
import drawing from '@dicebear/styles/initials.json' with { type: 'json' }
import { initials } from '#platform/text/initials.ts'

const style = new Style(drawing)
/** White letters stand on each at 4.5:1 and more. */
const grounds = ['#c62f14', '#2c6a3f', '#855400', '#a3123a', '#2f4f8f', '#5d4037', '#6a3d7c']

/** The initials of a name; the same name looks the same everywhere. No words, no style: a picture alone. */
export const drawInitials = (name: string) =>
  new Avatar(style, {
    seed: name,
    size: 96,
    // The other variant blends by an inline style.
    initialsVariant: 'alt',
    lettersVariant: more(initials(name)) ? 'double' : 'single',
    // Two wide letters keep off the circle's edge.
    scale: 0.8,
    backgroundColor: grounds,
    textColor: ['#ffffff'],
    fontWeight: 600,
  }).toString()

const more = (letters: string) => (letters.match(/\p{L}/gu)?.length ?? 0) > 1
