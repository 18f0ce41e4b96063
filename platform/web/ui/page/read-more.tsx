import { useCallback, useState } from 'react'
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
  const [open, setOpen] = useState(false)
  const [cut, setCut] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const look = () => setCut(isLongerThanTwoLines(element))
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    // A web font that finishes loading can change how many lines the text takes. The ResizeObserver doesn't notice this
    // if the size of the box stays the same.
    document.fonts.addEventListener('loadingdone', look)
    return () => {
      sizes.disconnect()
      document.fonts.removeEventListener('loadingdone', look)
    }
  }, [])
  return (
    <div className={css.place} data-open={open || undefined}>
      {/* The key makes a new text get a new element, which is then measured. */}
      <p key={text} ref={watch} className={css.text}>
        {text}
      </p>
      {cut && (
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

/**
 * Returns whether a text needs more than two lines, whether or not it is shown whole. Lines with other scripts or emoji
 * can be a little higher than the line height.
 */
const isLongerThanTwoLines = (text: HTMLElement) =>
  text.scrollHeight > 2.5 * Number.parseFloat(getComputedStyle(text).lineHeight)
