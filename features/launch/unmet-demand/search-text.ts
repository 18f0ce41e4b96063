/** Longer texts are unlikely to name a dish, and are rarely searched for twice. */
const maxLength = 60

/** E-mail addresses, links, and numbers of six or more digits, such as those of phones and cards. */
const personal = /@|:\/\/|\bwww\.|(?:\d[\s().-]*){6}/i

/**
 * Returns a search's text in the form in which it is counted, in lower case, or null if it isn't to be counted: too
 * long, without a letter, or with something personal in it.
 */
export function countableText(q: string): string | null {
  const text = q.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
  const isCountable = text.length <= maxLength && /\p{L}/u.test(text) && !personal.test(text)
  return isCountable ? text : null
}
