import type { CSSProperties, ReactNode } from 'react'
import css from './photo.module.css'

export type PhotoSource = {
  src: string
  srcSet?: string
  /** The picture's dominant color, shown until the picture has loaded. */
  color?: string
}

export type PhotoProps = {
  photo?: PhotoSource | null
  /** Describes the picture. Empty if the title next to the picture already does. */
  alt?: string
  /** Shown if there is no photo. */
  children?: ReactNode
  sizes?: string
  /** True for the first picture of a page, which is loaded with priority. */
  first?: boolean
  shape?: 'square'
  style?: CSSProperties
}

/** A picture, 4:3 by default. Its space is reserved, so that nothing moves when it loads or fails to load. */
export function Photo({
  photo,
  alt = '',
  children,
  sizes = '(min-width: 46rem) 22rem, 100vw',
  first,
  shape,
  style,
}: PhotoProps) {
  return (
    <div className={css.frame} data-shape={shape} style={style}>
      {photo ? (
        <>
          <svg aria-hidden="true">
            <rect width="100%" height="100%" fill={photo.color ?? 'currentColor'} />
          </svg>
          <img
            src={photo.src}
            srcSet={photo.srcSet}
            sizes={photo.srcSet && sizes}
            alt={alt}
            width={800}
            height={600}
            loading={first ? 'eager' : 'lazy'}
            fetchPriority={first ? 'high' : undefined}
            decoding="async"
          />
        </>
      ) : (
        children
      )}
    </div>
  )
}
