import type { ReactNode } from 'react'
import css from './checkbox.module.css'

type Props = {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  small?: boolean
}

/** A checkbox with a label, tall enough for a finger. */
export const Checkbox = ({ label, checked, onChange, name, small }: Props) => (
  <label className={css.box} data-small={small || undefined}>
    <input
      type="checkbox"
      name={name}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>{label}</span>
  </label>
)
