const long = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** '2025-02-22' written out, the same in every time zone. */
export const dayInWords = (day: string) => long.format(new Date(`${day}T00:00:00Z`))
