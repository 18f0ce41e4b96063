import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Form, useSearchParams } from 'react-router'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { csvOf } from '#platform/text/csv.ts'
import { api, ApiError } from '#platform/web/api/api.ts'
import { statusText } from '#platform/web/api/status-text.ts'
import { Link } from '#platform/web/navigation/link.tsx'
import { queryClient } from '#platform/web/queries.ts'
import { saveFile } from '#platform/web/storage/save-file.ts'
import { TryAgain } from '#platform/web/try-again.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Banner } from '#platform/web/ui/overlay/banner.tsx'
import { EmptyState } from '#platform/web/ui/page/empty-state.tsx'
import { Skeleton } from '#platform/web/ui/page/skeleton.tsx'
import { StatList } from './frame.tsx'
import css from './table.module.css'

/** One column of an admin table. Its value, the row's field `id` by default, is shown and exported. */
export type Column<Row> = {
  label: string
  /** The address that the value links to, or null. */
  to?: (row: Row) => string | null
  /** True for numbers, which are aligned to the end. */
  number?: true
} & (
  | { id: keyof Row & string; value?: undefined }
  | { id: string; value: (row: Row) => string | number | null }
)

const valueOf = <Row,>({ id, value }: Column<Row>, row: Row) =>
  value ? value(row) : (row[id as keyof Row] as string | number | null)

/** Formats a date like '2/22/2025' in the reader's time zone. */
export const dayText = (instant: string) => new Date(instant).toLocaleDateString('en-US')

/** Formats a date and time like '2/22/2025, 3:04:05 PM' in the reader's time zone. */
export const dateTimeText = (instant: string) => new Date(instant).toLocaleString('en-US')

/** A column that shows the date of an instant. */
export const dayColumn = <Row,>(
  id: string,
  label: string,
  instant: (row: Row) => string,
): Column<Row> => ({ id, label, value: (row) => dayText(instant(row)) })

/** A column for the id, without thousands separators. */
export const idColumn = {
  id: 'id',
  label: 'Id',
  value: ({ id }: { id: number }) => String(id),
  number: true,
} as const

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Text in place of a table without rows. */
  empty?: string
}

/** A table of rows that are loaded already. */
export function SimpleTable<Row extends { id: string | number }>(props: TableProps<Row>) {
  const { caption, columns, rows, empty } = props
  if (rows.length === 0 && empty) return <EmptyState title={empty} />
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead className={css.head}>
          <tr>
            {columns.map(({ id, label, number }) => (
              <th key={id} scope="col" data-number={number}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={css.body}>
          {rows.map((row) => (
            <tr key={row.id} className={css.row}>
              {columns.map((column) => (
                <td key={column.id} data-label={column.label} data-number={column.number}>
                  <Cell value={valueOf(column, row)} to={column.to?.(row)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ value, to }: { value: string | number | null; to: string | null | undefined }) {
  const text = typeof value === 'number' ? value.toLocaleString('en') : value
  return to ? <Link to={to}>{text}</Link> : <span>{text}</span>
}

/** Loads what an admin page shows. If `input` is null, nothing is requested. Needs `AdminPage` around it. */
export const useAdminQuery = <R extends Route>(route: R, input: Input<R>) =>
  useQuery({
    queryKey: ['admin', route, input],
    queryFn: ({ signal }) => api(route, input, { signal }),
    placeholderData: keepPreviousData,
  })

/** Loads everything on admin pages again, after a change. */
export const refetchLists = () => queryClient.invalidateQueries({ queryKey: ['admin'] })

type Query = Pick<ReturnType<typeof useQuery>, 'error' | 'refetch' | 'isFetching'>

/** Shows that an admin query is loading or has failed. */
export const QueryState = ({ query: { error, refetch, isFetching } }: { query: Query }) =>
  error ? (
    <TryAgain message={statusText(error)} onRetry={refetch} busy={isFetching} />
  ) : (
    <Skeleton lines={6} />
  )

/** Rows of a page. A browser takes seconds to lay out a thousand, the most that a call returns. */
export const rowsShown = 100

type ListProps<R extends Route, Row> = {
  /** Name of the table and of its exported file. */
  name: string
  route: R
  rowsOf: (page: Output<R>) => readonly Row[]
  /** Returns the cursor of the next page, if it isn't the page's `cursor`. */
  nextOf?: (page: Output<R>) => number | null
  columns: readonly Column<Row>[]
  empty: string
  /** Shows a field for a text that rows must contain. */
  filter?: boolean
  /** Shows the first and last day of the list. */
  range?: boolean
  /** More fields of the form, such as those of the address's other keys. */
  fields?: ReactNode
  figures?: (page: Output<R> | undefined) => Parameters<typeof StatList>[0]['figures']
}

/** A table of a list that the server filters and pages. The address holds the filter, the range and the page. */
export function ListTable<R extends Route, Row extends { id: string | number }>(
  props: ListProps<R, Row>,
) {
  const { name, route, rowsOf, columns, empty, figures, range } = props
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const [search] = useSearchParams()
  const typed = Object.fromEntries([...search].filter(([, value]) => value !== ''))
  const input = { pageSize: rowsShown, ...typed, ...(range && { timeZone }) } as Input<R>
  const query = useAdminQuery(route, input)
  const page = query.error ? undefined : query.data
  const errors = query.error instanceof ApiError ? query.error.fields : {}
  const rows = page && rowsOf(page)
  return (
    <section className={css.whole} aria-label={name} aria-busy={query.isFetching || undefined}>
      <ListForm {...props} errors={errors} />
      {figures && <StatList figures={figures(page)} />}
      {rows && <SimpleTable caption={name} columns={columns} rows={rows} empty={empty} />}
      {!rows && Object.keys(errors).length === 0 && <QueryState query={query} />}
      {page && rows?.length !== 0 && <Foot {...props} input={input} page={page} />}
    </section>
  )
}

type FormProps = Pick<ListProps<Route, unknown>, 'filter' | 'range' | 'fields'>

/** The form for the filter and the days of a list. */
export function ListForm({
  filter,
  range,
  fields,
  errors,
}: FormProps & { errors: Record<string, string> }) {
  const [search] = useSearchParams()
  if (!filter && !range && !fields) return null
  const field = (name: string, label: string, type: string) => (
    <Field
      key={`${name} ${search.get(name)}`}
      name={name}
      label={label}
      type={type}
      defaultValue={search.get(name) ?? ''}
      error={errors[name]}
      autoComplete="off"
    />
  )
  return (
    <Form method="get" noValidate className={css.form}>
      {filter && field('q', 'Contains', 'search')}
      {fields}
      {range && field('from', 'From', 'date')}
      {range && field('to', 'To', 'date')}
      <Button type="submit">Show</Button>
    </Form>
  )
}

type FootProps<R extends Route, Row> = ListProps<R, Row> & { input: Input<R>; page: Output<R> }

/** Links to other pages of the list, and the export of all its pages. */
function Foot<R extends Route, Row>(props: FootProps<R, Row>) {
  const { name, route, rowsOf, columns, input, page, nextOf = cursorOf } = props
  const [search] = useSearchParams()
  const next = nextOf(page)
  const save = useMutation({
    async mutationFn() {
      const lines: unknown[][] = [columns.map(({ label }) => label)]
      for (let cursor: number | null | undefined; cursor !== null;) {
        const loaded = await api(route, { ...input, pageSize: 1000, cursor } as Input<R>)
        for (const row of rowsOf(loaded)) lines.push(columns.map((column) => valueOf(column, row)))
        cursor = nextOf(loaded)
      }
      saveCsv(name, lines)
    },
  })
  const to = (cursor: number | null) => {
    const params = new URLSearchParams(search)
    params.delete('cursor')
    if (cursor !== null) params.set('cursor', String(cursor))
    return `?${params}`
  }
  return (
    <div className="links">
      {search.has('cursor') && <Link to={to(null)}>First page</Link>}
      {next !== null && <Link to={to(next)}>Next page</Link>}
      <Button variant="secondary" size="small" busy={save.isPending} onClick={() => save.mutate()}>
        Export CSV
      </Button>
      <Banner tone="bad">{save.error?.message}</Banner>
    </div>
  )
}

const cursorOf = (page: unknown) => (page as { cursor?: number | null }).cursor ?? null

/** Saves the lines as a CSV file. */
export function saveCsv(name: string, lines: readonly (readonly unknown[])[]): void {
  const file = new Blob([csvOf(lines)], { type: 'text/csv;charset=utf-8' })
  // Some operating systems forbid these characters in file names.
  saveFile(file, `${name.replace(/[\\/:*?"<>|]+/g, '-')}.csv`)
}
