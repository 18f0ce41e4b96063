import { useSearchParams } from 'react-router'
import { daysBefore, rangeErrors, today, type DayRange } from './days.ts'

/** The range of days in the address. Defaults to the last 30 days. */
export function useRange() {
  const [search, setSearch] = useSearchParams()
  const day = today()
  const to = search.get('to') ?? day
  const from = search.get('from') ?? daysBefore(to > day ? day : to, 29)
  const days = { from, to }
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return {
    day,
    days,
    /** The input of the request, or null if the days are invalid, so that nothing is requested. */
    input: rangeErrors(days, day) ? null : { from, to, timeZone },
    change: (next: DayRange) =>
      setSearch(
        (before) => {
          const params = new URLSearchParams(before)
          params.set('from', next.from)
          params.set('to', next.to)
          return params
        },
        { preventScrollReset: true },
      ),
  }
}
