const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' })

/** Formats '2025-02-22' as '2/22/2025', whatever the reader's time zone is. */
export const formatIsoDay = (iso: string) => day.format(new Date(`${iso}T00:00:00Z`))
