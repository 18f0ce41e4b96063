declare module 'virtual:icons/*' {
  import type { ReactNode, SVGProps } from 'react'

  /** An icon of Lucide (https://lucide.dev), by its name there. */
  export default function Icon(props: SVGProps<SVGSVGElement>): ReactNode
}
