import Download from 'lucide-react/icons/download'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import { useId, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Field, SelectField } from '#platform/web/ui/form/field.tsx'
import { cellText, type Column } from './column.ts'
import css from './data-table.module.css'
import type { Table, TableRow } from './use-table.ts'

/** Controls to filter, sort and export the rows. */
export function Toolbar<Row extends TableRow>({ table }: { table: Table<Row> }) {
  // On a phone everything except the filter is folded away, so that the rows begin higher.
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <section className={css.toolbar} aria-label="The table">
      <div className={css.filter}>
        <Field
          type="search"
          label="Filter"
          autoComplete="off"
          value={table.filter}
          onChange={({ target }) => table.setFilter(target.value)}
        />
      </div>
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
        {table.columns
          .filter(({ choices }) => choices)
          .map((column) => (
            <Choice key={column.id} column={column} table={table} />
          ))}
        <SortBy table={table} />
        <div className={css.buttons}>
          <Button
            variant="secondary"
            size="small"
            icon={<Download />}
            busy={table.exporting}
            onClick={table.exportCsv}
          >
            Export CSV
          </Button>
        </div>
      </div>
    </section>
  )
}

type ChoiceProps<Row extends TableRow> = { column: Column<Row>; table: Table<Row> }

function Choice<Row extends TableRow>({ column, table }: ChoiceProps<Row>) {
  const chosen = table.choices[column.id] ?? ''
  const texts = new Set(table.source.rows?.map((row) => cellText(column, row)))
  if (chosen) texts.add(chosen)
  return (
    <SelectField
      label={column.label}
      value={chosen}
      onChange={({ target }) => table.choose(column.id, target.value)}
    >
      <option value="">All</option>
      {[...texts].sort().map((text) => (
        <option key={text}>{text}</option>
      ))}
    </SelectField>
  )
}

/** A field for sorting on a phone, where the table has no visible head to press. */
function SortBy<Row extends TableRow>({ table }: { table: Table<Row> }) {
  const { order, columns } = table
  return (
    <div className={css.sortBy}>
      <SelectField
        label="Sort by"
        value={order ? `${order.id} ${order.desc ? 'desc' : 'asc'}` : ''}
        onChange={({ target }) => {
          const [id, direction] = target.value.split(' ')
          table.sort(id ? { id, desc: direction === 'desc' } : null)
        }}
      >
        <option value="">As they come</option>
        {columns.flatMap(({ id, label, number }) =>
          (number ? ['desc', 'asc'] : ['asc', 'desc']).map((direction) => (
            <option key={`${id} ${direction}`} value={`${id} ${direction}`}>
              {label} {direction === 'desc' ? '↓' : '↑'}
            </option>
          )),
        )}
      </SelectField>
    </div>
  )
}
