import { use, type ComponentType } from 'react'
import { AtSign, Camera, CirclePlay, Globe, Music2 as Music, ThumbsUp } from 'lucide-react'
import { SiteContext } from '#platform/web/head.tsx'
import styles from './social-links.module.css'

type Known = { host: string; label: string; Icon: ComponentType }

/** Our own icons, because the networks' logos belong to them. */
const known: Known[] = [
  { host: 'instagram.com', label: 'Instagram', Icon: Camera },
  { host: 'facebook.com', label: 'Facebook', Icon: ThumbsUp },
  { host: 'x.com', label: 'X', Icon: AtSign },
  { host: 'twitter.com', label: 'X', Icon: AtSign },
  { host: 'tiktok.com', label: 'TikTok', Icon: Music },
  { host: 'youtube.com', label: 'YouTube', Icon: CirclePlay },
]

function named(address: string): Known {
  const { hostname } = new URL(address)
  const found = known.find(({ host }) => hostname === host || hostname.endsWith(`.${host}`))
  return found ?? { host: hostname, label: hostname.replace(/^www\./, ''), Icon: Globe }
}

/** Links to the site’s pages on social networks, if its settings have any. */
export function SocialLinks() {
  const { social } = use(SiteContext)
  if (social.length === 0) return null
  return (
    <section className={styles.social} aria-labelledby="social">
      <h2 id="social">Follow us</h2>
      <ul>
        {social.map((address) => {
          const { label, Icon } = named(address)
          return (
            <li key={address}>
              <a href={address} rel="me noopener">
                <Icon />
                {label}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
