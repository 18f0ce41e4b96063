import { useCallback, useState } from 'react'
import { startsRightToLeft } from '#platform/text/direction.ts'
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
  const watch = useCallback(
    (element: HTMLElement | null) => (element ? watchLength(element, setCut) : undefined),
    [],
  )
  return (
    <div
      className={css.place}
      data-open={open || undefined}
      dir={startsRightToLeft(text) ? 'rtl' : undefined}
    >
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

/** The texts on the page, each with a function that is told whether it is longer than two lines. */
const texts = new Map<HTMLElement, (isLonger: boolean) => void>()
let sizes: ResizeObserver | undefined

/** Calls `tell` now and whenever the text's size changes. Returns a function that ends it. */
function watchLength(text: HTMLElement, tell: (isLonger: boolean) => void): () => void {
  sizes ??= new ResizeObserver((entries) => measure(entries.map(({ target }) => target)))
  if (texts.size === 0) document.fonts.addEventListener('loadingdone', measureShown)
  texts.set(text, tell)
  sizes.observe(text)
  return () => {
    sizes?.unobserve(text)
    texts.delete(text)
    if (texts.size === 0) document.fonts.removeEventListener('loadingdone', measureShown)
  }
}

/**
 * Measures all texts before it changes anything, because a change between two measurements makes the browser lay out
 * the page again.
 */
function measure(elements: Iterable<Element>): void {
  const measured = [...elements].map((text) => [text, isLongerThanTwoLines(text)] as const)
  for (const [text, isLonger] of measured) texts.get(text as HTMLElement)?.(isLonger)
}

/**
 * A web font that finishes loading can change how many lines a text takes. The ResizeObserver doesn't notice this if
 * the size of the box stays the same.
 */
function measureShown(): void {
  measure([...texts.keys()].filter((text) => text.checkVisibility({ contentVisibilityAuto: true })))
}

/**
 * Returns whether a text needs more than two lines, whether or not it is shown whole. Lines with other scripts or emoji
 * can be a little higher than the line height.
 */
const isLongerThanTwoLines = (text: Element) =>
  text.scrollHeight > 2.5 * Number.parseFloat(getComputedStyle(text).lineHeight)
