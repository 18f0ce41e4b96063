import { useId } from 'react'
import { useSearchParams } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import { ApiError } from '#platform/web/api/api.ts'
import type { Handle } from '#platform/web/screen.tsx'
import css from './admin.module.css'
import { AdminPage, StatList } from './frame.tsx'
import { ListForm, QueryState, useAdminQuery } from './table.tsx'

export const handle: Handle = { title: 'Admin', browserOnly: true }

export const Component = () => (
  <AdminPage title="Overview">
    <Overview />
  </AdminPage>
)

/** Totals of a range of days, and a chart with a bar per day. */
function Overview() {
  const [search] = useSearchParams()
  const [from, to] = [search.get('from') || undefined, search.get('to') || undefined]
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const query = useAdminQuery('GET /admin/overview', { from, to, timeZone })
  const data = query.error ? undefined : query.data
  const errors = query.error instanceof ApiError ? query.error.fields : {}
  return (
    <>
      <ListForm range errors={errors} />
      {data && (
        <StatList
          figures={[
            ['New members', data.totals.members],
            ['Yolos', data.totals.yolos],
            ['Votes', data.totals.votes],
          ]}
        />
      )}
      {data && <DayChart days={data.days} />}
      {data && <p>Yolo {data.version}</p>}
      {!data && Object.keys(errors).length === 0 && <QueryState query={query} />}
    </>
  )
}

type Days = Output<'GET /admin/overview'>['days']

const dayLabel = (day: string) => new Date(day).toLocaleDateString('en-US', { timeZone: 'UTC' })

/** A bar per day for all that happened: members, yolos and votes. Each bar's title tells the numbers. */
function DayChart({ days }: { days: Days }) {
  const id = useId()
  const bars = days.map(({ day, members, yolos, votes }) => ({
    label: `${dayLabel(day)}: ${members} new members, ${yolos} yolos, ${votes} votes`,
    value: members + yolos + votes,
  }))
  const top = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <figure className={css.figure} aria-labelledby={id}>
      <figcaption id={id}>Activity per day</figcaption>
      <span className={css.scale} aria-hidden="true">
        {top.toLocaleString('en')}
      </span>
      <svg
        role="img"
        aria-labelledby={id}
        className={css.plot}
        viewBox={`0 0 ${bars.length * 10} ${top}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ label, value }, at) => (
          <g key={label} className={css.day}>
            <title>{label}</title>
            <rect x={at * 10} width={10} height={top} className={css.ground} />
            <rect x={at * 10 + 1.5} width={7} y={top - value} height={value} className={css.bar} />
          </g>
        ))}
      </svg>
      <div className={css.scale} aria-hidden="true">
        <span>{dayLabel(days[0]!.day)}</span>
        <span>{dayLabel(days.at(-1)!.day)}</span>
      </div>
      <ul className="visually-hidden">
        {bars.map(({ label }) => (
          <li key={label}>{label}</li>
        ))}
      </ul>
    </figure>
  )
}
