import { useId } from 'react'
import { DisclosurePanel } from './page/disclosure-panel.tsx'
import css from './bar-chart.module.css'

export type Bar = { label: string; value: number }

/** One row of bars, the same numbers as a table below. Heights are SVG attributes. */
export function BarChart({
  title,
  bars,
  valueHeading,
}: {
  title: string
  bars: readonly Bar[]
  valueHeading: string
}) {
  const id = useId()
  const top = roundUp(Math.max(1, ...bars.map((bar) => bar.value)))
  const total = bars.reduce((sum, bar) => sum + bar.value, 0)
  const best = bars.reduce<Bar | null>(
    (tallest, bar) => (tallest && tallest.value >= bar.value ? tallest : bar),
    null,
  )
  const width = Math.max(1, bars.length) * 10
  const first = bars[0]
  const last = bars.at(-1)
  return (
    <figure className={css.figure} aria-labelledby={id}>
      <figcaption id={id} className={css.title}>
        {title}
        <span className={css.total}>{total.toLocaleString('en')}</span>
      </figcaption>
      <div className={css.plot}>
        <span className={css.scale} aria-hidden="true">
          {top.toLocaleString('en')}
        </span>
        <svg
          role="img"
          aria-label={
            best && best.value > 0
              ? `${valueHeading}: ${total} in all, most on ${best.label} (${best.value}).`
              : `${valueHeading}: none.`
          }
          viewBox={`0 0 ${width} 100`}
          preserveAspectRatio="none"
          className={css.svg}
        >
          {[0.5, 50, 99.5].map((y) => (
            <path key={y} d={`M0 ${y}H${width}`} className={css.rule} />
          ))}
          {bars.map((bar, index) => (
            <rect
              key={bar.label}
              x={index * 10 + 1.5}
              width={7}
              y={100 - (bar.value / top) * 100}
              height={(bar.value / top) * 100}
              className={css.bar}
            >
              <title>{`${bar.label}: ${bar.value}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      {first && last && (
        <div className={css.ends} aria-hidden="true">
          <span>{first.label}</span>
          {bars.length > 1 && <span>{last.label}</span>}
        </div>
      )}
      <DisclosurePanel summary="Show as table" quiet>
        <Table bars={bars} headings={['Day', valueHeading]} />
      </DisclosurePanel>
    </figure>
  )
}

function Table({ bars, headings }: { bars: readonly Bar[]; headings: string[] }) {
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              <td>{bar.value.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** 1, 2, 5, 10, 20 … : the next one that the highest bar fits under. */
function roundUp(value: number) {
  const unit = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * unit).find((step) => step >= value) ?? value
}
