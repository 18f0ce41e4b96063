import { useEffect, useRef, useState } from 'react'
import css from './read-more.module.css'

type Props = {
  text: string
  /** What the text is about, for screen readers. */
  of?: string
}

/** Shows two lines of a text and, if there are more, a button that shows the rest. */
export function ReadMore({ text, of }: Props) {
  const [open, setOpen] = useState(false)
  /** The text's direction if it is cut. */
  const [cut, setCut] = useState<string>()
  const paragraph = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const { current } = paragraph
    const sizes = new ResizeObserver(([entry]) => {
      const { scrollHeight, clientHeight } = entry!.target
      const isCut = scrollHeight > clientHeight + 2
      setCut(isCut ? getComputedStyle(entry!.target).direction : undefined)
    })
    if (!open) sizes.observe(current!)
    return () => sizes.disconnect()
  }, [open])
  return (
    <div className={css.place} dir={cut}>
      <p ref={paragraph} dir="auto" className={open ? css.text : css.cut}>
        {text}
      </p>
      {(open || cut) && (
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
