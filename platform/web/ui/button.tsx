import { type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import type { To } from 'react-router'
import { Link, type LinkProps } from '#platform/web/navigation/link.tsx'
import css from './button.module.css'
import { classes } from './classes.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

type Shape = {
  variant?: ButtonVariant
  size?: 'small' | 'medium' | 'large'
  /** Makes the button as wide as its container. */
  wide?: boolean
  icon?: ReactNode
}

export type ButtonProps = ComponentProps<'button'> &
  Shape & {
    /** True during the button's action. The button keeps the focus, ignores clicks and announces `busyLabel`. */
    busy?: boolean
    busyLabel?: string
  }

export function Button({
  variant = 'primary',
  size = 'medium',
  wide,
  icon,
  busy = false,
  busyLabel = 'One moment…',
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // Pressing Enter in a form clicks its submit button too, so this also prevents a second submit.
  const click = (event: MouseEvent<HTMLButtonElement>) =>
    busy ? event.preventDefault() : onClick?.(event)
  return (
    <>
      <button
        {...rest}
        // oxlint-disable-next-line react/button-has-type -- narrowed by the prop's type
        type={type}
        className={classes(css.button, className)}
        data-variant={variant}
        data-size={size}
        data-wide={wide || undefined}
        data-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={click}
      >
        {busy ? <span className={css.spinner} aria-hidden="true" /> : icon}
        <span className={css.label}>{children}</span>
      </button>
      <output className="visually-hidden">{busy ? busyLabel : ''}</output>
    </>
  )
}

export type LinkButtonProps = Omit<LinkProps, 'to'> & Shape & { to: To }

/** A link that looks like a button. Addresses of other sites, `tel:` and `mailto:` work too. */
export function LinkButton({
  variant = 'primary',
  size = 'medium',
  wide,
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link
      {...rest}
      className={classes(css.button, className)}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
    >
      {icon}
      <span className={css.label}>{children}</span>
    </Link>
  )
}

/** A round button that shows only an icon; `label` is its name and its tooltip. */
export function IconButton({
  label,
  icon,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'type'> & {
  label: string
  icon: ReactNode
}) {
  return (
    <button
      title={label}
      {...rest}
      type="button"
      aria-label={label}
      className={classes(css.icon, className)}
    >
      {icon}
    </button>
  )
}
