import { useSearchParams } from 'react-router'
import { daysBefore, faultsOf, today, type Days } from './days.ts'

/** The days in the address; the last thirty where it names none. */
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
    /** Null where the days are invalid: then nothing is requested. */
    input: faultsOf(days, day) ? null : { from, to, timeZone },
    change: (next: Days) =>
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
