import { use, type ReactNode } from 'react'
import { SiteContext } from '#platform/web/head.tsx'

/** Opens a mail to the operator of this site. */
export function Contact({ children, subject }: { children: ReactNode; subject?: string }) {
  const { contact } = use(SiteContext)
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : ''
  return <a href={`mailto:${contact}${query}`}>{children}</a>
}
