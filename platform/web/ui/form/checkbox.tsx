import type { ReactNode } from 'react'
import css from './checkbox.module.css'

type Props = {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
}

/** A checkbox with a label, tall enough for a finger. */
export const Checkbox = ({ label, checked, onChange, name }: Props) => (
  <label className={css.box}>
    <input
      type="checkbox"
      name={name}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>{label}</span>
  </label>
)
