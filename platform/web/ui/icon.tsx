import type { SVGProps } from 'react'
import { classes } from './classes.ts'

type Props = SVGProps<SVGSVGElement>

/** Returns the component of an icon that shows a symbol of the build's icon sheet (platform/web/build/icons.ts). */
export const sheetIcon = (address: string) =>
  function Icon({ className, ...rest }: Props) {
    return (
      <svg aria-hidden="true" {...rest} className={classes('icon', className)}>
        <use href={address} />
      </svg>
    )
  }

/** Returns the component of an icon that contains its own strokes, for development and tests. */
export const inlineIcon = (strokes: string) =>
  function Icon({ className, ...rest }: Props) {
    return (
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        {...rest}
        className={classes('icon', className)}
        dangerouslySetInnerHTML={{ __html: strokes }}
      />
    )
  }
