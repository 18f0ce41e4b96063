/** What the server says of an address that can’t be one. */
export const notAnEmail = 'This doesn’t look like an e-mail address.'

/** Catches typos together with the form's other errors; the server checks more closely. */
export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())
