/**
 * Maximum length of a description, a dish name or a bio, in code points as `countCharacters` counts them (rules:
 * texts).
 */
export const maxTextLength = 300
