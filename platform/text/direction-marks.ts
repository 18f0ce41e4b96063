/** Removes invisible direction marks, which copied text often contains. Keeps joiners, which some scripts need. */
export const withoutDirectionMarks = (text: string) =>
  text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
