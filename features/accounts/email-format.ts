/** The server’s message for an invalid address. */
export const invalidEmailMessage = 'This doesn’t look like an e-mail address.'

/** Returns whether a text looks like an e-mail address. Finds typos in a form; the server checks more strictly. */
export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())
