import { useId } from 'react'
import type { Output } from '#platform/contract/wire.ts'
import { countWithNoun } from '#platform/text/plural.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { InlineButton } from '#platform/web/ui/word-button.tsx'
import { DateRange } from '../range/date-range.tsx'
import { useRange } from '../range/use-range.ts'
import type { Column } from '../table/column.ts'
import { TableLoadingState } from '../table/data-table.tsx'
import { LocalTable } from '../table/local-table.tsx'
import { useWholeList } from '../table/use-list-pages.ts'
import { groupIntoBars } from './bins.ts'
import { formatIsoDay } from './day-text.ts'
import { DayChart } from './day-chart.tsx'
import css from './overview.module.css'
import { useBarSelection } from './use-bar-selection.ts'

type Found = Output<'GET /admin/overview'>
type Day = Found['days'][number] & { id: string }

const counts = ['members', 'yolos', 'votes', 'reports'] as const
const titles = { members: 'Members', yolos: 'Yolos', votes: 'Votes', reports: 'Reports' }
const words = { members: 'member', yolos: 'yolo', votes: 'vote', reports: 'report' }

const daysOf = ({ days }: Found): Day[] => days.map((day) => ({ ...day, id: day.day }))

const columns: Column<Day>[] = [
  { id: 'day', label: 'Day', sort: 'day', text: ({ day }) => formatIsoDay(day), short: true },
  ...counts.map((id): Column<Day> => ({ id, label: titles[id], sort: id, number: true })),
]

/** New members, yolos, votes and reports by day, as charts and as a table. */
export function Overview() {
  const range = useRange()
  return (
    <>
      <DateRange range={range} />
      {range.input && <Numbers input={range.input} change={range.change} />}
    </>
  )
}

type Range = ReturnType<typeof useRange>

function Numbers({
  input,
  change,
}: {
  input: NonNullable<Range['input']>
  change: Range['change']
}) {
  const source = useWholeList('GET /admin/overview', input, daysOf)
  const { answer, stale } = source
  if (answer)
    return (
      <div className={css.whole}>
        <div className={css.both} aria-busy={stale || undefined}>
          <Charts answer={answer} change={change} />
          <LocalTable
            name="Overview"
            caption="The same by day"
            columns={columns}
            source={source}
            empty="No days."
            dense
          />
        </div>
      </div>
    )
  return <TableLoadingState source={source} />
}

function Charts({ answer: { days, totals }, change }: { answer: Found; change: Range['change'] }) {
  const how = useId()
  const bins = groupIntoBars(days, counts)
  const stretch = useBarSelection(bins.length, (first, last) =>
    change({ from: bins[first]!.from, to: bins[last]!.to }),
  )
  const [first, last] = stretch.chosen ?? []
  const chosen = first === undefined ? [] : bins.slice(first, last! + 1)
  const sum = (count: (typeof counts)[number]) => chosen.reduce((all, bin) => all + bin[count], 0)
  return (
    <section aria-label="Charts by day">
      <p id={how} className={css.how}>
        Drag over a chart to look at those days. By keyboard: the arrows, with Shift for several
        days, then Enter.
      </p>
      <div className={css.charts}>
        {counts.map((count) => (
          <DayChart
            key={count}
            title={titles[count]}
            word={words[count]}
            total={totals[count]}
            bars={bins.map((bin) => ({ label: spanOf(bin), value: bin[count] }))}
            stretch={stretch}
            describedBy={how}
          />
        ))}
        <div className={css.chosen} data-on={chosen.length > 0 || undefined}>
          <p aria-live="polite">
            {chosen.length > 0 &&
              `${spanOf({ from: chosen[0]!.from, to: chosen.at(-1)!.to })}: ${counts
                .map((count) => countWithNoun(sum(count), words[count]))
                .join(', ')}`}
          </p>
          {chosen.length > 0 && (
            <>
              <Button size="small" onClick={stretch.take}>
                Show these days
              </Button>
              <InlineButton onClick={stretch.clear}>Clear</InlineButton>
            </>
          )}
        </div>
      </div>
    </section>
  )
}

const spanOf = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatIsoDay(from) : `${formatIsoDay(from)} to ${formatIsoDay(to)}`
