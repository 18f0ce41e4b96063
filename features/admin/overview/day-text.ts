const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' })

/** '2/22/2025' of '2025-02-22', wherever the reader is. */
export const dayName = (iso: string) => day.format(new Date(`${iso}T00:00:00Z`))
