import { Download, SlidersHorizontal as Sliders } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Field, SelectField } from '#platform/web/ui/form/field.tsx'
import css from './data-table.module.css'
import type { Table, TableRow } from './use-table.ts'

type Props<Row extends TableRow> = {
  name: string
  table: Table<Row>
  filter: boolean | undefined
}

/** Controls to filter, sort and export the rows. */
export function Toolbar<Row extends TableRow>({ name, table, filter = true }: Props<Row>) {
  const { query, columns } = table
  // On a phone everything except the filter is folded away, so that the rows begin higher.
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <section className={css.toolbar} aria-label={`The table “${name}”`}>
      {filter && (
        <div className={css.filter}>
          <Field
            type="search"
            label="Filter"
            autoComplete="off"
            maxLength={200}
            value={query.typed}
            onChange={({ target }) => query.setTyped(target.value)}
          />
        </div>
      )}
      <div className={css.fold}>
        <Button
          variant="secondary"
          size="small"
          icon={<Sliders />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          Options
        </Button>
      </div>
      <div id={id} className={css.options} data-open={open || undefined}>
        {columns.map(
          ({ id, label, choices }) =>
            choices && (
              <SelectField
                key={id}
                label={label}
                value={query.choices[id] ?? ''}
                onChange={({ target }) => query.choose(id, target.value)}
              >
                <option value="">All</option>
                {Object.entries(choices).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </SelectField>
            ),
        )}
        <SortBy table={table} />
        <div className={css.buttons}>
          <Button
            variant="secondary"
            size="small"
            icon={<Download />}
            busy={table.exported !== null}
            onClick={() => void table.exportCsv()}
          >
            Export CSV
          </Button>
        </div>
      </div>
    </section>
  )
}

/** A field for sorting on a phone, where the table has no visible head to press. */
function SortBy<Row extends TableRow>({ table }: { table: Table<Row> }) {
  const { query, columns } = table
  const { order } = query
  const sortable = columns.filter(({ sort }) => sort !== undefined)
  if (sortable.length === 0) return null
  return (
    <div className={css.sortBy}>
      <SelectField
        label="Sort by"
        value={order ? `${order.sort} ${order.desc ? 'desc' : 'asc'}` : ''}
        onChange={({ target }) => {
          const [sort, direction] = target.value.split(' ')
          query.sort(sort ? { sort, desc: direction === 'desc' } : null)
        }}
      >
        <option value="">As they come</option>
        {sortable.flatMap(({ sort, label, number }) =>
          (number ? ['desc', 'asc'] : ['asc', 'desc']).map((direction) => (
            <option key={`${sort} ${direction}`} value={`${sort} ${direction}`}>
              {label} {direction === 'desc' ? '↓' : '↑'}
            </option>
          )),
        )}
      </SelectField>
    </div>
  )
}
