import type { ComponentProps, ReactNode } from 'react'
import type { To } from 'react-router'
import { Link, type LinkProps } from '#platform/web/navigation/link.tsx'
import css from './chip.module.css'

/** A tag that describes something. It isn't interactive. */
export function Tag({ children, tone }: { children: ReactNode; tone?: 'basil' | 'warn' }) {
  return (
    <span className={css.tag} data-tone={tone}>
      {children}
    </span>
  )
}

/** A link shaped like a pill. `current` marks the link to the current page. */
export function ChipLink({
  to,
  current,
  icon,
  children,
  ...rest
}: Omit<LinkProps, 'to' | 'className'> & {
  to: To
  current?: boolean
  icon?: ReactNode
}) {
  return (
    <Link {...rest} to={to} className={css.chip} aria-current={current ? 'page' : undefined}>
      {icon}
      {children}
    </Link>
  )
}

/** A button shaped like a pill. With `pressed` it is a switch. */
export function Chip({
  pressed,
  icon,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'type' | 'className'> & { pressed?: boolean; icon?: ReactNode }) {
  return (
    <button {...rest} type="button" className={css.chip} aria-pressed={pressed}>
      {icon}
      {children}
    </button>
  )
}

/** A checkbox shaped like a pill, such as a tag in a filter. Takes the props of an input. */
export function CheckboxChip({
  children,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className={css.chip}>
      <input {...input} type="checkbox" />
      <span className={css.words}>{children}</span>
    </label>
  )
}

/** Chips in a wrapping row, in two columns (`columns`), or in a grid of large chips with pictures (`pictured`). */
export function Chips({
  children,
  columns,
  pictured,
  label,
}: {
  children: ReactNode
  columns?: boolean
  pictured?: boolean
  /** Makes the chips a group with this accessible name. */
  label?: string
}) {
  return (
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
}
