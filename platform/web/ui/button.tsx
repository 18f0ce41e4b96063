import { type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { Link, type LinkProps } from '#platform/web/navigation/link.tsx'
import css from './button.module.css'

type Shape = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
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

const shapeProps = ({ variant = 'primary', size = 'medium', wide }: Shape) => ({
  className: css.button,
  'data-variant': variant,
  'data-size': size,
  'data-wide': wide || undefined,
})

export function Button({ variant, size, wide, icon, children, ...props }: ButtonProps) {
  const { busy = false, busyLabel = 'One moment…', type = 'button', onClick, ...rest } = props
  // Pressing Enter in a form clicks its submit button too, so this also prevents a second submit.
  const click = (event: MouseEvent<HTMLButtonElement>) =>
    busy ? event.preventDefault() : onClick?.(event)
  return (
    <>
      <button
        {...rest}
        {...shapeProps({ variant, size, wide })}
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

/** A link that looks like a button. Addresses of other sites, `tel:` and `mailto:` work too. */
export const LinkButton = ({ variant, size, wide, icon, children, ...rest }: LinkProps & Shape) => (
  <Link {...rest} {...shapeProps({ variant, size, wide })}>
    {icon}
    <span className={css.label}>{children}</span>
  </Link>
)

type IconButtonProps = ComponentProps<'button'> & { label: string; icon: ReactNode }

/** A round button that shows only an icon; `label` is its name and its tooltip. */
export const IconButton = ({ label, icon, ...rest }: IconButtonProps) => (
  <button title={label} {...rest} type="button" aria-label={label} className={css.icon}>
    {icon}
  </button>
)
