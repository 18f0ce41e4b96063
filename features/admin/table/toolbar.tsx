import type { RowData } from '@tanstack/react-table'
import Columns from 'lucide-react/icons/columns-3'
import Download from 'lucide-react/icons/download'
import Sliders from 'lucide-react/icons/sliders-horizontal'
import { useId, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Field, SelectField } from '#platform/web/ui/form/field.tsx'
import { textOf, type Column } from './column.ts'
import css from './data-table.module.css'
import { pageSizes } from './table-look.ts'
import type { TableModel } from './use-table-model.ts'

/** What narrows, orders, shows and takes along the rows. */
export function Toolbar<Row extends RowData>({ model }: { model: TableModel<Row> }) {
  // On a phone all but the filter is folded away, and the rows begin higher.
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <section className={css.toolbar} aria-label="The table">
      <div className={css.filter}>
        <Field
          type="search"
          label="Filter"
          autoComplete="off"
          value={model.filter}
          onChange={({ target }) => model.setFilter(target.value)}
        />
      </div>
      <div className={css.fold}>
        <Button
          look="secondary"
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
        {model.columns
          .filter(({ choices }) => choices)
          .map((column) => (
            <Choice key={column.id} column={column} model={model} />
          ))}
        <SortBy model={model} />
        <SelectField
          label="Rows a page"
          value={model.look.pageSize}
          onChange={({ target }) => {
            const pageSize = pageSizes.find((size) => String(size) === target.value)
            if (pageSize) model.look.change({ pageSize })
          }}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size === 'all' ? 'All loaded' : size}
            </option>
          ))}
        </SelectField>
        <div className={css.buttons}>
          <ColumnsMenu model={model} />
          <Button
            look="secondary"
            size="small"
            icon={<Download />}
            busy={model.exporting}
            onClick={model.exportCsv}
          >
            Export CSV
          </Button>
        </div>
      </div>
    </section>
  )
}

function Choice<Row extends RowData>({
  column,
  model,
}: {
  column: Column<Row>
  model: TableModel<Row>
}) {
  const texts = new Set(model.source.rows?.map((row) => textOf(column, row)))
  const value = model.chosen.find(({ id }) => id === column.id)?.value
  const chosen = typeof value === 'string' ? value : ''
  if (chosen) texts.add(chosen)
  return (
    <SelectField
      label={column.label}
      value={chosen}
      onChange={({ target }) => model.choose(column.id, target.value)}
    >
      <option value="">All</option>
      {[...texts].sort().map((text) => (
        <option key={text}>{text}</option>
      ))}
    </SelectField>
  )
}

/** On a phone there is no head to press. */
function SortBy<Row extends RowData>({ model }: { model: TableModel<Row> }) {
  const { sorting } = model
  return (
    <div className={css.sortBy}>
      <SelectField
        label="Sort by"
        value={sorting ? `${sorting.id} ${sorting.desc ? 'desc' : 'asc'}` : ''}
        onChange={({ target }) => {
          const [id, way] = target.value.split(' ')
          model.sort(id ? { id, desc: way === 'desc' } : null)
        }}
      >
        <option value="">As they come</option>
        {model.columns.flatMap(({ id, label, number }) =>
          (number ? ['desc', 'asc'] : ['asc', 'desc']).map((way) => (
            <option key={`${id} ${way}`} value={`${id} ${way}`}>
              {label} {way === 'desc' ? '↓' : '↑'}
            </option>
          )),
        )}
      </SelectField>
    </div>
  )
}

function ColumnsMenu<Row extends RowData>({ model }: { model: TableModel<Row> }) {
  const id = useId()
  const { columns, look, isShown, shown } = model
  return (
    <>
      <Button look="secondary" size="small" icon={<Columns />} popoverTarget={id}>
        Columns
      </Button>
      <fieldset id={id} popover="auto" className={css.menu}>
        <legend className="visually-hidden">Columns shown</legend>
        {columns.map((column) => (
          <label key={column.id} className={css.column}>
            <input
              type="checkbox"
              checked={isShown(column.id)}
              // One is always left.
              disabled={shown.length === 1 && isShown(column.id)}
              onChange={({ target }) =>
                look.change({ columns: { ...look.columns, [column.id]: target.checked } })
              }
            />
            {column.label}
          </label>
        ))}
      </fieldset>
    </>
  )
}
