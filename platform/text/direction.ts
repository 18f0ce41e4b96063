/** Returns whether a text runs from right to left, as its first letter does, such as one of Hebrew or Arabic. */
export const startsRightToLeft = (text: string) =>
  /^\P{L}*(?=\p{L})[\u0590-\u08ff\ufb1d-\ufefc\u{1e900}-\u{1e95f}]/u.test(text)
