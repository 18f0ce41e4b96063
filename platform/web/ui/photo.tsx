import type { ReactNode } from 'react'
import css from './photo.module.css'

export type PhotoSource = {
  src: string
  srcSet?: string
  /** The picture's own dominant colour, shown until it is there. */
  colour?: string
}

export type PhotoProps = {
  photo?: PhotoSource | null
  /** What is to be seen; empty where the title beside says it. */
  alt?: string
  /** Stands in while there is no photo. */
  children?: ReactNode
  sizes?: string
  /** The first picture of a page: loaded at once. */
  first?: boolean
  shape?: 'square'
}

/** 4:3, keeps its place before, while and without loading. */
export function Photo({
  photo,
  alt = '',
  children,
  sizes = '(min-width: 46rem) 22rem, 100vw',
  first,
  shape,
}: PhotoProps) {
  return (
    <div className={css.frame} data-shape={shape}>
      {photo ? (
        <>
          <svg aria-hidden="true">
            <rect width="100%" height="100%" fill={photo.colour ?? 'currentColor'} />
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
