import type { SVGProps } from 'react'
import { classes } from './classes.ts'

/** What a build makes of `lucide-react/icons/…`: the icon at this address of the sheet (platform/web/build/icons.ts). */
export const iconOf = (address: string) =>
  function Icon({ className, ...rest }: SVGProps<SVGSVGElement>) {
    return (
      <svg aria-hidden="true" {...rest} className={classes('icon', className)}>
        <use href={address} />
      </svg>
    )
  }
