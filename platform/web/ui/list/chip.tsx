import type { ComponentProps, ReactNode } from 'react'
import type { To } from 'react-router'
import { Link, type LinkProps } from '#platform/web/navigation/link.tsx'
import css from './chip.module.css'

/** A word about a thing: a tag. Not to be pressed. */
export function Tag({ children, tone }: { children: ReactNode; tone?: 'basil' | 'warn' }) {
  return (
    <span className={css.tag} data-tone={tone}>
      {children}
    </span>
  )
}

/** A pill that leads somewhere; `current` marks where one is. */
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

/** A pill that does something; with `pressed` it is a switch. */
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

/** One of several that may be chosen together: a tag in a filter. Takes an input's props. */
export function CheckboxChip({
  children,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className={css.check}>
      <input {...input} type="checkbox" className={css.box} />
      <span className={css.words}>{children}</span>
    </label>
  )
}

/** Chips in a row that wraps, in two columns (the tag panel), or as a grid of large ones with a picture as icon. */
export function Chips({
  children,
  columns,
  pictured,
  label,
}: {
  children: ReactNode
  columns?: boolean
  pictured?: boolean
  /** Makes it a named group. */
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
