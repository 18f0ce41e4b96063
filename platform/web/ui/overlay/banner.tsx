import { type ReactNode, useEffect, useState } from 'react'
import { CircleCheck as Check, Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import css from './banner.module.css'

export type BannerProps = {
  /** The text. Without it nothing is shown, but render the component anyway, so that a later text is announced. */
  children?: ReactNode
  tone?: 'good' | 'warn' | 'bad' | 'plain'
  /** Seconds after which the banner disappears. Without this it stays. */
  seconds?: number
  action?: ReactNode
}

const signs = { good: Check, warn: TriangleAlert, bad: OctagonAlert, plain: Info }

/** A message at the top of a page. A banner that has disappeared is shown again with a new text or `key`. */
export function Banner({ children, tone = 'plain', seconds, action }: BannerProps) {
  const Sign = signs[tone]
  const [gone, setGone] = useState<ReactNode>(null)
  if (!children && gone !== null) setGone(null)
  const shown = Boolean(children) && gone !== children
  useEffect(() => {
    if (!shown || seconds === undefined) return undefined
    const timer = setTimeout(() => setGone(children), seconds * 1000)
    return () => clearTimeout(timer)
  }, [shown, seconds, children])
  return (
    <div className={css.place} role={tone === 'bad' ? 'alert' : 'status'}>
      {shown && (
        <div className={css.banner} data-tone={tone}>
          <Sign className={css.sign} />
          <div className={css.text}>{children}</div>
          {action}
        </div>
      )}
    </div>
  )
}
