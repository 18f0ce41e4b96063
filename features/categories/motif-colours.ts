/** The same dish from another kitchen: other sauces, buns, glasses. */
export type Kind = 0 | 1 | 2

export const cream = '#fff4de'
export const butter = '#f9cf55'
export const crust = '#e0a04d'
export const toast = '#bf7a33'
export const tomato = '#dc4a2d'
export const leaf = '#6fa84b'
export const basil = '#34733f'
export const cocoa = '#5a2f1b'
export const ink = '#2b1a12'

export const of = <T extends readonly string[]>(kind: Kind, ...kinds: readonly [T, T, T]): T =>
  kinds[kind]
