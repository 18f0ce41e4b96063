import { useEffect, useState } from 'react'
import ArrowUp from 'lucide-react/icons/arrow-up'
import css from './jump-to-top.module.css'

/** Comes once one has scrolled more than `afterScreens` heights of the window. */
export function JumpToTop({ afterScreens = 1 }: { afterScreens?: number }) {
  const [far, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(scrollY > innerHeight * afterScreens)
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [afterScreens])
  if (!far) return null
  return (
    <button type="button" className={css.jump} data-jump onClick={jump}>
      <ArrowUp />
      Jump to Top
    </button>
  )
}

/** The keyboard goes along: to the page's content, or at least off the button that is about to go. */
function jump() {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' })
}
