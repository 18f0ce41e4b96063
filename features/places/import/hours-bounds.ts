/**
 * The reader's time grows with rules times spans times the days of a year, so what is longer than anybody's hours is
 * not read at all. Of 21,749 texts of OpenStreetMap the longest had 255 characters, 16 parts and 12 spans, and of those
 * that can be converted none had more than 6 rules of dates and holidays. What was converted is written again a rule
 * for each day, four spans in each at most: a correction of one hour must be read with all the others.
 */
const most = { characters: 400, parts: 30, spans: 28, days: 12 }
const part = /[;,]/g
const span = /\d\s*-\s*\d/g
const exceptional =
  /ph\b|off|closed|easter|week|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\[/gi

/** Whether a text is short enough to be read as opening hours. */
export const mayBeHours = (text: string): boolean =>
  text.length <= most.characters &&
  count(text, part) < most.parts &&
  count(text, span) <= most.spans &&
  count(text, exceptional) <= most.days

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
