import { useId } from 'react'
import { countWithNoun } from '#platform/text/plural.ts'
import css from './overview.module.css'
import type { useBarSelection } from './use-bar-selection.ts'

type Props = {
  title: string
  /** Singular noun for what is counted. */
  word: string
  total: number
  bars: readonly { label: string; value: number }[]
  stretch: ReturnType<typeof useBarSelection>
  describedBy: string
}

/** A bar chart in which a range of bars can be chosen. The table next to it has the same numbers. */
export function DayChart({ title, word, total, bars, stretch, describedBy }: Props) {
  const id = useId()
  const top = roundUp(Math.max(1, ...bars.map(({ value }) => value)))
  const [first, last] = stretch.chosen ?? [-1, -2]
  return (
    <figure className={css.figure} aria-labelledby={id}>
      <figcaption id={id} className={css.name}>
        {title} <span className={css.total}>{total.toLocaleString('en')}</span>
      </figcaption>
      <span className={css.scale} aria-hidden="true">
        {top.toLocaleString('en')}
      </span>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> can't contain an <svg>
        role="listbox"
        aria-multiselectable="true"
        aria-orientation="horizontal"
        aria-label={`${title} by day`}
        aria-describedby={describedBy}
        aria-activedescendant={stretch.at === null ? undefined : `${id}-${stretch.at}`}
        tabIndex={0}
        className={css.plot}
        {...stretch.handlers}
      >
        <svg role="presentation" viewBox={`0 0 ${bars.length * 10} 100`} preserveAspectRatio="none">
          {[0.5, 50, 99.5].map((y) => (
            <path
              key={y}
              d={`M0 ${y}H${bars.length * 10}`}
              className={css.rule}
              aria-hidden="true"
            />
          ))}
          {bars.map(({ label, value }, at) => {
            const chosen = at >= first && at <= last
            const height = (value / top) * 100
            return (
              <g
                key={label}
                id={`${id}-${at}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <svg> can't contain an <option>
                role="option"
                aria-selected={chosen}
                aria-label={`${label}: ${countWithNoun(value, word)}`}
                className={css.day}
              >
                <title>{`${label}: ${countWithNoun(value, word)}`}</title>
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
      </div>
      <div className={css.ends} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.label}</span>}
      </div>
    </figure>
  )
}

/** Rounds up to the next of 1, 2, 5, 10, 20, 50 …, for the top of the scale. */
function roundUp(value: number) {
  const unit = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * unit).find((step) => step >= value) ?? value
}
