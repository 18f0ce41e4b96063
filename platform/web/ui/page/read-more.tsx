import { useEffect, useRef, useState } from 'react'
import css from './read-more.module.css'

/**
 * Shows the first two lines of a text and, if there are more, the button 'Read more'. The button covers the end of the
 * second line, so that nothing moves when it appears.
 */
export function ReadMore({
  text,
  of,
}: {
  text: string
  /** What the text is about, for screen readers. */
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
