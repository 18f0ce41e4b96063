import { expect, type Page } from '@playwright/test'
import { untilStill } from '../checks.ts'

/**
 * Checks that a finger hits every control: at least 44 px wide and high, measured by what a tap at each point reaches,
 * as some controls extend beyond their box. Links within running text are exempt, and so are marks in charts, whose
 * values are in a table as well. Controls of a class are built alike, so the first few are measured.
 */
export async function expectTouchable(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches)
  // Controls become larger for a finger by transitions, which take a frame or more even with reduced motion.
  await untilStill(page)
  const small = await page.evaluate(findSmallControls)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devtools.detach()
  expect(small, `controls too small for a finger on ${page.url()}`).toEqual([])
}

/** Runs in the browser. Returns the controls that are too small, with their size. */
async function findSmallControls(): Promise<string[]> {
  await new Promise(requestAnimationFrame)
  // Two pixels are lost to fractions.
  const least = 42
  const half = least / 2
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  const seen = new Map<string, number>()
  const kindOf = (it: Element) =>
    [it.tagName, it.getAttribute('class'), it.parentElement?.getAttribute('class')].join(' ')

  /** Whether it is a link within a sentence. A link that is all of its paragraph, or its list's line, isn't. */
  function isInText(it: Element) {
    const isInline = (element: Element) => getComputedStyle(element).display === 'inline'
    if (!it.matches('a') || !isInline(it)) return false
    if (getComputedStyle(it, '::after').position === 'absolute') return false
    let block = it.parentElement
    while (block && isInline(block)) block = block.parentElement
    return block?.textContent.trim() !== it.textContent.trim()
  }

  function isMeasured(it: Element) {
    if (isInText(it) || it.closest('svg, .skip-link, .maplibregl-map')) return false
    const count = seen.get(kindOf(it)) ?? 0
    if (count >= 4 || !it.checkVisibility({ visibilityProperty: true })) return false
    seen.set(kindOf(it), count + 1)
    return true
  }

  /** Whether a tap at this point reaches the control. */
  function isHit(it: Element, x: number, y: number) {
    const there = document.elementFromPoint(x, y)
    const label = (it as HTMLInputElement).labels?.[0]
    return there !== null && (it.contains(there) || label?.contains(there) === true)
  }

  const reach = (hits: (distance: number) => boolean) => {
    let distance = 0
    while (distance < least && hits(distance + 1)) distance++
    return distance
  }

  /** Says so if another control's place covers the end of a line of this link's text. */
  function coveredLine(it: Element) {
    const text = document.createRange()
    text.selectNodeContents(it)
    const lines = it.matches('h2 a, h3 a') ? [...text.getClientRects()] : []
    const hidden = lines.find(({ left, bottom }) => !isHit(it, left + 2, bottom - 3))
    return hidden && `${kindOf(it)} is covered at its foot: ${it.textContent}`
  }

  /** Whether a link extends over its card, as that of a title does. */
  function hasLargePlace(it: Element) {
    const card = it.closest('article, li')?.getBoundingClientRect()
    if (!card) return false
    for (let x = card.left + half; x < card.right; x += half)
      for (let y = card.top + half; y < card.bottom; y += half)
        if ([-half, 0, half].every((by) => isHit(it, x + by, y) && isHit(it, x, y + by)))
          return true
    return false
  }

  function problemOf(it: Element) {
    it.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = it.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    // Hidden from view but not from screen readers, or something else is in front, such as a bar.
    if (width < 2 || height < 2 || !isHit(it, x, y)) return []
    const covered = coveredLine(it)
    if (covered) return [covered]
    if (hasLargePlace(it)) return []
    const across = (far: number) => isHit(it, x + far, y)
    const down = (far: number) => isHit(it, x, y + far)
    const wide = Math.max(width, reach((far) => across(-far)) + reach(across))
    const high = Math.max(height, reach((far) => down(-far)) + reach(down))
    if (wide >= least && high >= least) return []
    return [`${kindOf(it)} ${wide} x ${high} px: ${it.ariaLabel ?? it.textContent?.slice(0, 40)}`]
  }

  const found = [...document.querySelectorAll(controls)].filter(isMeasured).flatMap(problemOf)
  scrollTo({ top: 0, behavior: 'instant' })
  return found
}
