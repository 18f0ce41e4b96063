import type { SVGProps } from 'react'
import { classes } from './classes.ts'

/**
 * Returns the component that a build uses instead of a `lucide-react/icons/…` import. It shows the icon at this address
 * of the icon sheet (platform/web/build/icons.ts).
 */
export const iconOf = (address: string) =>
  function Icon({ className, ...rest }: SVGProps<SVGSVGElement>) {
    return (
      <svg aria-hidden="true" {...rest} className={classes('icon', className)}>
        <use href={address} />
      </svg>
    )
  }
