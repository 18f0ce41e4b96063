import { useEffect, useState } from 'react'
import { ArrowUp } from 'lucide-react'
import css from './jump-to-top.module.css'

/** A button that appears once the page is scrolled by more than `afterScreens` window heights. */
export function JumpToTop({ afterScreens = 1 }: { afterScreens?: number }) {
  const [far, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(scrollY > innerHeight * afterScreens)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [afterScreens])
  if (!far) return null
  return (
    <button type="button" className={css.jump} data-jump onClick={jump}>
      <ArrowUp />
      Jump to Top
    </button>
  )
}

/** Scrolls to the top and moves the focus to the page's content, because the button is about to disappear. */
function jump() {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
}
