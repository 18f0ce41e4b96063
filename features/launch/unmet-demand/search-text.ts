/** Longer texts are unlikely to name a dish, and are rarely searched for twice. */
const maxLength = 60

/** E-mail addresses and links. */
const address = /@|:\/\/|\bwww\./i

/** Phones and cards have at least this many digits, of any script and whatever is between them. */
const personalDigits = 6

/**
 * Returns a search's text in the form in which it is counted, in lower case, or null if it isn't to be counted: too
 * long, without a letter, or with something personal in it.
 */
export function countableText(q: string): string | null {
  const text = q.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
  const isCountable =
    text.length <= maxLength &&
    /\p{L}/u.test(text) &&
    !address.test(text) &&
    (text.match(/\p{N}/gu) ?? []).length < personalDigits
  return isCountable ? text : null
}
