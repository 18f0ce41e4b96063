import { type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import type { To } from 'react-router'
import { Link, type LinkProps } from '#platform/web/navigation/link.tsx'
import css from './button.module.css'
import { classes } from './classes.ts'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

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

const shapeProps = ({ variant = 'primary', size = 'medium', wide }: Shape, className?: string) => ({
  className: classes(css.button, className),
  'data-variant': variant,
  'data-size': size,
  'data-wide': wide || undefined,
})

export function Button({ variant, size, wide, icon, className, children, ...props }: ButtonProps) {
  const { busy = false, busyLabel = 'One moment…', type = 'button', onClick, ...rest } = props
  // Pressing Enter in a form clicks its submit button too, so this also prevents a second submit.
  const click = (event: MouseEvent<HTMLButtonElement>) =>
    busy ? event.preventDefault() : onClick?.(event)
  return (
    <>
      <button
        {...rest}
        {...shapeProps({ variant, size, wide }, className)}
        // oxlint-disable-next-line react/button-has-type -- narrowed by the prop's type
        type={type}
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

type LinkButtonProps = Omit<LinkProps, 'to'> & Shape & { to: To }

/** A link that looks like a button. Addresses of other sites, `tel:` and `mailto:` work too. */
export const LinkButton = ({ variant, size, wide, icon, children, ...rest }: LinkButtonProps) => (
  <Link {...rest} {...shapeProps({ variant, size, wide }, rest.className)}>
    {icon}
    <span className={css.label}>{children}</span>
  </Link>
)

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
