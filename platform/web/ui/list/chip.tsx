import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from '#platform/web/navigation/link.tsx'
import css from './chip.module.css'

/** A tag that describes something. It isn't interactive. */
export const Tag = ({ children, tone }: { children: ReactNode; tone?: 'basil' | 'warn' }) => (
  <span className={css.tag} data-tone={tone}>
    {children}
  </span>
)

/** A link shaped like a pill. `current` marks the link to the current page. */
export const ChipLink = ({ current, ...link }: LinkProps & { current?: boolean }) => (
  <Link {...link} className={css.chip} aria-current={current ? 'page' : undefined} />
)

/** A button shaped like a pill. With `pressed` it is a switch. */
export const Chip = ({ pressed, ...button }: ComponentProps<'button'> & { pressed?: boolean }) => (
  <button {...button} type="button" className={css.chip} aria-pressed={pressed} />
)

/** A checkbox shaped like a pill, such as a tag in a filter. */
export const CheckboxChip = ({ children, ...input }: ComponentProps<'input'>) => (
  <label className={css.chip}>
    <input {...input} type="checkbox" />
    <span className={css.words}>{children}</span>
  </label>
)

type ChipsProps = {
  children: ReactNode
  columns?: boolean
  pictured?: boolean
  /** Makes the chips a group with this accessible name. */
  label?: string
}

/** Chips in a wrapping row, in two columns (`columns`), or in a grid of large chips with pictures (`pictured`). */
export const Chips = ({ children, columns, pictured, label }: ChipsProps) => (
  <div
    className={css.chips}
    data-columns={columns || undefined}
    data-pictured={pictured || undefined}
    role={label ? 'group' : undefined}
    aria-label={label}
  >
    {children}
  </div>
)
