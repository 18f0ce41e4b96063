import { useEffect, useRef, useState } from 'react'
import css from './read-more.module.css'

/**
 * Two lines, then 'Read more'. The button lies on the end of the second line, so it takes no place of its own:
 * nothing moves when it comes.
 */
export function ReadMore({
  text,
  of,
}: {
  text: string
  /** Whose text, for who hears it. */
  of?: string
}) {
  const box = useRef<HTMLParagraphElement>(null)
  const [open, setOpen] = useState(false)
  const [cut, setCut] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || open) return undefined
    const look = () => setCut(element.scrollHeight > element.clientHeight + 2)
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  }, [open])
  return (
    <div className={css.place} data-open={open || undefined}>
      <p ref={box} className={css.text}>
        {text}
      </p>
      {(cut || open) && (
        <button
          type="button"
          className={css.more}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Read Less' : 'Read more'}
          {of && <span className="visually-hidden"> about {of}</span>}
        </button>
      )}
    </div>
  )
}
