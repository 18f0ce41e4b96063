import { useState } from 'react'
import { initials } from '#platform/text/initials.ts'
import css from './avatar.module.css'

export type AvatarProps = {
  name: string
  /** An address below /api/avatars. Without it, or if it fails to load, the initials are shown. */
  src?: string | null
  size?: 'small' | 'medium' | 'large'
}

/** A member's picture or initials. Hidden from screen readers, because the name is written next to it. */
export function Avatar({ name, src, size = 'medium' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={css.avatar} data-size={size} data-tone={tone(name)} aria-hidden="true">
      {initials(name) || '?'}
      {src && src !== failed && (
        <img
          src={src}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          className={css.picture}
          onError={() => setFailed(src)}
        />
      )}
    </span>
  )
}

function tone(name: string) {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % 4
}
