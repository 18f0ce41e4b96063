import type { Page } from '@playwright/test'
import { expect, handlesClicks, listen, test } from './checks.ts'
import { join, logIn } from './members.ts'

// A page that the browser translates, which takes out the texts that scripts wrote and puts others in their place.
test.use({ viewport: { width: 390, height: 844 } })

declare global {
  interface Window {
    showOriginal(): void
  }
}

/** Does to the page what Chrome's or Safari's translation does: each text becomes «text», also each that is added. */
async function translate(page: Page, by: 'Chrome' | 'Safari') {
  await page.evaluate((by) => {
    const done = new WeakSet<Node>()
    const originals = new Map<HTMLElement, Text>()
    const font = () => document.createElement('font')
    const swap = (text: Text) => {
      const translated = document.createTextNode(`«${text.data}»`)
      done.add(translated)
      if (by === 'Safari') {
        const { parentNode, nextSibling } = text
        text.remove()
        parentNode!.insertBefore(translated, nextSibling)
        return
      }
      const [outer, inner] = [font(), font()]
      inner.append(translated)
      outer.append(inner)
      originals.set(outer, text)
      text.parentNode!.insertBefore(outer, text)
      text.remove()
    }
    const untranslated = ({ data, parentElement }: Text) =>
      data.trim() !== '' && parentElement?.closest('[translate=no], script, style, svg') === null
    const within = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found = root instanceof Text ? [root] : []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      for (const text of found) if (!done.has(text) && untranslated(text)) swap(text)
    }
    within(document.body)
    document.documentElement.lang = 'es'
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.isConnected) within(node)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    window.showOriginal = () => {
      observer.disconnect()
      document.documentElement.lang = 'en'
      for (const [outer, text] of originals) outer.parentNode?.replaceChild(text, outer)
    }
  }, by)
  // The page then has its own text back, empty.
  await page.waitForFunction(() => document.querySelector('h1')!.lastChild!.textContent === '')
}

for (const by of ['Chrome', 'Safari'] as const)
  test(
    `on a page that ${by} translates, nothing of before stays beside what is new`,
    {
      tag: by === 'Safari' ? '@long' : [],
    },
    async ({ page }) => {
      const complaints = await listen(page)
      await logIn(page, await join(page))
      await page.goto('/burgers/minneapolis-mn-us')
      const cards = page.getByRole('article')
      await handlesClicks(page)
      await translate(page, by)
      const bar = page.getByRole('region', { name: 'City, distance and filter' })
      await expect(bar).toContainText('«Minneapolis»')
      const vote = cards.nth(3).getByRole('button', { name: 'Upvote' })
      await expect(vote).toContainText('«Tap to Upvote»')
      await vote.click()
      await expect(vote).toContainText('«UPVOTED»')
      await expect(vote).not.toContainText('Tap to Upvote')

      await bar.getByRole('button', { name: 'Minneapolis' }).click()
      const where = page.getByRole('dialog')
      await where.getByRole('combobox').fill('Los Angeles')
      await where.getByRole('option', { name: 'Los Angeles, CA, US' }).first().click()
      await expect(bar).toContainText('«Los Angeles»')
      await expect(bar).not.toContainText('Minneapolis')
      const heading = page.getByRole('heading', { name: 'Within 20 miles' })
      await expect(heading).toContainText('Los Angeles')
      await expect(heading).not.toContainText('Minneapolis')
      const more = cards.first().getByRole('button', { name: 'Read' })
      await more.click()
      await expect(more).toContainText(/^«Read Less»« about »«.*»$/)

      await page.goto('/search?q=ramen')
      const title = page.getByRole('heading', { level: 1 })
      await expect(title).toHaveText('Search: ramen')
      await handlesClicks(page)
      await translate(page, by)
      await expect(title).toHaveText('«Search: ramen»')
      await page.getByRole('main').getByRole('combobox').fill('pizza')
      await page.keyboard.press('Enter')
      await expect(title).toHaveText('«Search: pizza»')
      if (by === 'Chrome') {
        await page.evaluate(() => window.showOriginal())
        await expect(title).toHaveText('Search: pizza')
        await expect(page.getByRole('main')).not.toContainText(/[«»]/)
      }
      expect(complaints).toEqual([])
    },
  )
