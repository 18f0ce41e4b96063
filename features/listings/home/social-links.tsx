import { use } from 'react'
import { SiteContext } from '#platform/web/head.tsx'

const names: Record<string, string> = {
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'x.com': 'X',
  'tiktok.com': 'TikTok',
  'youtube.com': 'YouTube',
}

/** Links to the site’s pages on social networks, if its settings have any. */
export function SocialLinks() {
  const { social } = use(SiteContext)
  if (social.length === 0) return null
  return (
    <section aria-labelledby="social">
      <h2 id="social">Follow us</h2>
      <ul className="links">
        {social.map((address) => {
          const host = new URL(address).hostname.replace(/^www\./, '')
          return (
            <li key={address}>
              <a href={address} rel="me noopener">
                {names[host] ?? host}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
