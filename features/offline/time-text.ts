/** Returns a time such as '14:05' as the reader's country writes it, with the day if that isn't today. */
export const timeText = (at: Date, locale: string) =>
  new Intl.DateTimeFormat(locale, {
    timeStyle: 'short',
    ...(at.toDateString() === new Date().toDateString() ? {} : { dateStyle: 'medium' }),
  }).format(at)
