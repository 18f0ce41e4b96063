import { type ReactNode, useId } from 'react'
import css from './radio-group.module.css'

export type RadioOption<V extends string | number> = {
  value: V
  label: ReactNode
  /** Its name where the label is an icon. */
  spoken?: string
  disabled?: boolean
}

/**
 * One of a few, side by side: distance, light or dark; `stacked`, one of more with longer words.
 * The browser's own radio buttons, so arrows work.
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
      <legend className={legendHidden ? 'visually-hidden' : css.legend}>{legend}</legend>
      <div className={stacked ? css.stack : css.track}>
        {options.map((option) => (
          <label key={option.value} className={stacked ? css.row : css.option}>
            <input
              type="radio"
              name={name ?? own}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
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
