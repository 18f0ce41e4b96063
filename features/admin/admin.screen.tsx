import { useId } from 'react'
import { Form, useSearchParams } from 'react-router'
import type { Output } from '#platform/contract/wire.ts'
import { ApiError } from '#platform/web/api/api.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import type { Handle } from '#platform/web/screen.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import css from './admin.module.css'
import { AdminPage, StatList } from './frame.tsx'
import { adminPageGroups } from './paths.ts'
import { QueryState, useAdminQuery } from './table.tsx'
import tableCss from './table.module.css'

export const handle: Handle = { title: 'Admin', browserOnly: true }

export const Component = () => (
  <AdminPage title="Overview">
    <Overview />
    <div className={css.groups}>
      {adminPageGroups.map(({ name, pages }) => (
        <section key={name} className={css.group} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>{name}</h2>
          <ul className={css.pages}>
            {pages.map(({ to, label, about }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
                <p>{about}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  </AdminPage>
)

/** Totals of a range of days, and a chart with a bar per day. */
function Overview() {
  const [search] = useSearchParams()
  const [from, to] = [search.get('from') || undefined, search.get('to') || undefined]
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const query = useAdminQuery('GET /admin/overview', { from, to, timeZone })
  const { data, error } = query
  const errors = error instanceof ApiError ? error.fields : {}
  return (
    <>
      <Form method="get" noValidate className={tableCss.form}>
        <Field type="date" name="from" label="From" defaultValue={from} error={errors.from} />
        <Field type="date" name="to" label="To" defaultValue={to} error={errors.to} />
        <Button type="submit">Show</Button>
      </Form>
      {!data || error ? (
        Object.keys(errors).length === 0 && <QueryState query={query} />
      ) : (
        <>
          <StatList
            figures={[
              ['New members', data.totals.members],
              ['Yolos', data.totals.yolos],
              ['Votes', data.totals.votes],
            ]}
          />
          <DayChart days={data.days} />
        </>
      )}
    </>
  )
}

type Days = Output<'GET /admin/overview'>['days']

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
        viewBox={`0 0 ${bars.length * 10} 100`}
        preserveAspectRatio="none"
      >
        {bars.map(({ label, value }, at) => {
          const height = (value / top) * 100
          return (
            <g key={label} className={css.day}>
              <title>{label}</title>
              <rect x={at * 10} width={10} height={100} className={css.ground} />
              <rect
                x={at * 10 + 1.5}
                width={7}
                y={100 - height}
                height={height}
                className={css.bar}
              />
            </g>
          )
        })}
      </svg>
      <div className={css.ends} aria-hidden="true">
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

const usDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' })
const dayLabel = (day: string) => usDay.format(new Date(`${day}T00:00:00Z`))
