import { use, type ReactNode } from 'react'
import { OriginContext } from '#platform/web/head.tsx'

/** Opens a letter to whoever runs this site: at the host it is reached under. */
export function Contact({ children, subject }: { children: ReactNode; subject?: string }) {
  const host = /^https?:\/\/([^/:]+)/.exec(use(OriginContext))?.[1] ?? 'localhost'
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return <a href={`mailto:hello@${host}${query}`}>{children}</a>
}
