/** Escapes the wildcards of LIKE, so that a typed text is looked for literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
