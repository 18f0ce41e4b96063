import { type ReactNode, useId } from 'react'
import css from './radio-group.module.css'

export type RadioOption<V extends string | number> = {
  value: V
  label: ReactNode
  /** The option's accessible name, if the label is an icon. */
  spoken?: string
}

/**
 * A choice of one option, such as a distance or the theme. The options are side by side or, if `stacked`, in a column
 * with space for longer texts. They are the browser's own radio buttons, so the arrow keys work.
 */
export function RadioGroup<V extends string | number>({
  legend,
  legendHidden,
  options,
  value,
  onChange,
  name,
  size = 'medium',
  stacked,
}: {
  legend: ReactNode
  legendHidden?: boolean
  options: readonly RadioOption<V>[]
  value: V | null
  onChange: (value: V) => void
  name?: string
  size?: 'small' | 'medium'
  stacked?: boolean
}) {
  const own = useId()
  return (
    <fieldset data-size={size}>
      <legend className={legendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      <div className={stacked ? css.stack : css.track}>
        {options.map((option) => (
          <label key={option.value} className={stacked ? css.row : css.option}>
            <input
              type="radio"
              name={name ?? own}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className={stacked ? css.dot : css.radio}
            />
            <span className={css.label} aria-hidden={option.spoken ? true : undefined}>
              {option.label}
            </span>
            {option.spoken && <span className="visually-hidden">{option.spoken}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
