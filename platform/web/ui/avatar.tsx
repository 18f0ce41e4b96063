import { useState } from 'react'
import { initials } from '#platform/text/initials.ts'
import css from './avatar.module.css'

export type AvatarProps = {
  name: string
  /** From /api/avatars/…; without it, or when it fails, the initials show. */
  src?: string | null
  size?: 'small' | 'medium' | 'large'
}

/** Beside a name that is written out: it says nothing of its own. */
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

/** Several, overlapping: who saved it. */
export function Avatars({ people }: { people: readonly AvatarProps[] }) {
  return (
    <span className={css.several} aria-hidden="true">
      {people.slice(0, 4).map((person) => (
        <Avatar key={person.name} {...person} size="small" />
      ))}
    </span>
  )
}

function tone(name: string) {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % 5
}
