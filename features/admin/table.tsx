import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import type { Input, Output, Route } from '#platform/contract/wire.ts'
import { csvOf } from '#platform/text/csv.ts'
import { api, ApiError, asApiError } from '#platform/web/api/api.ts'
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

type CellValue = string | number | null

/** The fields of a row that a column can show as they are. */
type FieldOf<Row> = { [Key in keyof Row]: Row[Key] extends CellValue ? Key : never }[keyof Row] &
  string

/** One column of an admin table. */
export type Column<Row> = {
  label: string
  /** The text to show, if it isn't simply the value. */
  text?: (row: Row) => string
  /** The content of the cell, if it isn't simply the text. */
  cell?: (row: Row) => ReactNode
  /** The address that the text links to, or null. */
  to?: (row: Row) => string | null
  /** True for numbers, which are aligned to the end. */
  number?: true
  /** True for short texts, such as a date, which are never wrapped. */
  short?: true
} & ({ id: FieldOf<Row>; value?: undefined } | { id: string; value: (row: Row) => CellValue })

const cellValue = <Row,>({ id, value }: Column<Row>, row: Row): CellValue =>
  value ? value(row) : (row[id as keyof Row] as CellValue)

function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row)
  const value = cellValue(column, row)
  return typeof value === 'number' ? value.toLocaleString('en') : (value ?? '')
}

const usDay = new Intl.DateTimeFormat('en-US')
const usMoment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** Formats a date like '2/22/2025' in the reader's time zone. */
export const dayText = (instant: string) => usDay.format(new Date(instant))

/** Formats a date and time like '2/22/2025, 3:04 PM' in the reader's time zone. */
export const dateTimeText = (instant: string) => usMoment.format(new Date(instant))

/** A column that shows the date of an instant. */
export const dayColumn = <Row,>(
  id: string,
  label: string,
  instant: (row: Row) => string,
): Column<Row> => ({
  id,
  label,
  value: instant,
  text: (row) => dayText(instant(row)),
  short: true,
})

/** A column for the id, without thousands separators. */
export const idColumn = {
  id: 'id',
  label: 'Id',
  value: ({ id }: { id: number }) => id,
  text: ({ id }: { id: number }) => String(id),
  number: true,
} as const

type SimpleProps<Row> = { caption: string; columns: readonly Column<Row>[]; rows: readonly Row[] }

/** A table of rows that are loaded already. */
export const SimpleTable = <Row extends { id: string | number }>({
  caption,
  columns,
  rows,
}: SimpleProps<Row>) => (
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
            <Cell key={column.id} column={column} row={row} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const shown = column.cell ? column.cell(row) : cellText(column, row)
  const page = column.to?.(row)
  return (
    <td data-label={column.label} data-number={column.number} data-short={column.short}>
      {page ? (
        <Link to={page} className={css.text}>
          {shown}
        </Link>
      ) : (
        <span className={css.text}>{shown}</span>
      )}
    </td>
  )
}

const listKey = 'admin'

/** Loads what an admin page shows. If `input` is null, nothing is requested. Needs `AdminPage` around it. */
export function useAdminQuery<R extends Route>(route: R, input: Input<R> | null) {
  return useQuery({
    queryKey: [listKey, route, input],
    queryFn: ({ signal }) => api(route, input!, { signal }),
    enabled: input !== null,
    placeholderData: keepPreviousData,
  })
}

/** Loads everything on admin pages again, after a change. */
export const refetchLists = () => queryClient.invalidateQueries({ queryKey: [listKey] })

/** Shows that an admin query is loading or has failed. */
export const QueryState = ({
  query,
}: {
  query: Pick<ReturnType<typeof useQuery>, 'error' | 'refetch' | 'isFetching'>
}) =>
  query.error ? (
    <TryAgain message={statusText(query.error)} onRetry={query.refetch} busy={query.isFetching} />
  ) : (
    <Skeleton lines={6} />
  )

type QueryTableProps<Row> = Omit<SimpleProps<Row>, 'rows'> & {
  query: Parameters<typeof QueryState>[0]['query']
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  empty: string
}

/** A table of rows that one query loads. */
export function QueryTable<Row extends { id: string | number }>({
  query,
  rows,
  empty,
  ...props
}: QueryTableProps<Row>) {
  if (!rows) return <QueryState query={query} />
  return rows.length === 0 ? <EmptyState title={empty} /> : <SimpleTable {...props} rows={rows} />
}

type ListProps<R extends Route, Row> = {
  /** Name of the table and of its exported file. */
  name: string
  caption?: string
  route: R
  /** The input that selects the list. The table adds the filter, the range and the page from the address. */
  input?: Record<string, unknown>
  rowsOf: (page: Output<R>) => readonly Row[]
  /** Returns the cursor of the next page, if it isn't the page's `cursor`. */
  nextOf?: (page: Output<R>) => string | number | null
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

const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
const cursorOf = (page: unknown) => (page as { cursor?: string | number | null }).cursor ?? null

/** A table of a list that the server filters and pages. The address holds the filter, the range and the page. */
export function ListTable<R extends Route, Row extends { id: string | number }>(
  props: ListProps<R, Row>,
) {
  const { name, caption = name, route, rowsOf, nextOf = cursorOf, columns, empty, figures } = props
  const [search] = useSearchParams()
  const typed = Object.fromEntries([...search].filter(([, value]) => value !== ''))
  const input = {
    ...typed,
    ...(props.range ? { timeZone: timeZone() } : {}),
    ...props.input,
  } as Input<R>
  const query = useAdminQuery(route, input)
  const { data: page, error } = query
  const fields = error instanceof ApiError ? error.fields : {}
  const rows = page && !error ? rowsOf(page) : undefined
  return (
    <section className={css.whole} aria-label={caption} aria-busy={query.isFetching || undefined}>
      <ListForm {...props} errors={fields} />
      {figures && <StatList figures={figures(page)} />}
      {Object.keys(fields).length === 0 && (
        <QueryTable query={query} rows={rows} caption={caption} columns={columns} empty={empty} />
      )}
      {page !== undefined && rows && rows.length > 0 && (
        <Foot {...props} input={input} next={nextOf(page)} />
      )}
    </section>
  )
}

type FormProps<R extends Route, Row> = ListProps<R, Row> & { errors: Record<string, string> }

function ListForm<R extends Route, Row>({ filter, range, fields, errors }: FormProps<R, Row>) {
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

type FootProps<R extends Route, Row> = Omit<ListProps<R, Row>, 'input'> & {
  input: Input<R>
  next: string | number | null
}

/** Links to other pages of the list, and the export. */
function Foot<R extends Route, Row>(props: FootProps<R, Row>) {
  const { name, columns, next } = props
  const [search] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const to = (cursor: string | null) => {
    const params = new URLSearchParams(search)
    if (cursor === null) params.delete('cursor')
    else params.set('cursor', cursor)
    return `?${params}`
  }
  const save = async () => {
    setBusy(true)
    setError('')
    try {
      const rows = await allRows(props)
      const lines = rows.map((row) => columns.map((column) => cellValue(column, row)))
      await saveCsv(name, [columns.map(({ label }) => label), ...lines])
    } catch (failed) {
      setError(asApiError(failed).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.foot}>
      {search.has('cursor') && <Link to={to(null)}>First page</Link>}
      {next !== null && <Link to={to(String(next))}>Next page</Link>}
      <Button variant="secondary" size="small" busy={busy} onClick={() => void save()}>
        Export CSV
      </Button>
      <Banner tone="bad">{error}</Banner>
    </div>
  )
}

/** Loads all pages of a list from the first one on. */
async function allRows<R extends Route, Row>({
  route,
  input,
  rowsOf,
  nextOf = cursorOf,
}: FootProps<R, Row>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | number | null = null
  do {
    const page: Output<R> = await api(route, {
      ...input,
      pageSize: 1000,
      cursor: cursor ?? undefined,
    } as Input<R>)
    rows.push(...rowsOf(page))
    cursor = nextOf(page)
  } while (cursor !== null)
  return rows
}

/** Records the export in the audit, then saves the lines as a CSV file. */
export async function saveCsv(name: string, lines: readonly (readonly unknown[])[]): Promise<void> {
  await api('POST /admin/exports', { name, rows: lines.length - 1 })
  const file = new Blob([csvOf(lines)], { type: 'text/csv;charset=utf-8' })
  // Some operating systems forbid these characters in file names.
  saveFile(file, `${name.replace(/[\\/:*?"<>|]+/g, '-')}.csv`)
}
