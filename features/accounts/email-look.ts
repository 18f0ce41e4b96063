/** What the server says of an address that can’t be one. */
export const notAnEmail = 'This doesn’t look like an e-mail address.'

/** A slip of typing is told with all the others; the server looks closer. */
export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())
