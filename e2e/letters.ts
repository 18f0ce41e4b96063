import { chromium } from '@playwright/test'
import { browserFlags } from '../bootstrap/browser.mjs'

/** Sample texts for which machines have different fallback fonts: generic families, other scripts and emoji. */
const samples = {
  'sans-serif': 'Ag',
  serif: 'Ag',
  monospace: 'Ag',
  Cyrillic: 'Жя',
  Arabic: 'عر',
  Han: '王',
  Kana: 'かな',
  Hangul: '한',
  Thai: 'ไท',
  emoji: '🍔',
}

/**
 * Runs before all tests. Fails if the browser renders no text, because axe would find no fault in pages without text.
 */
export default async function letters(): Promise<void> {
  console.log(await drawnWith(process.env.CHROMIUM_PATH!))
}

/**
 * Returns the browser's version and the fonts that it uses, so that two machines can be compared. Throws if it has none.
 */
async function drawnWith(path: string) {
  const browser = await chromium.launch({ executablePath: path, args: browserFlags })
  try {
    const page = await browser.newPage()
    const spans = Object.entries(samples).map(
      ([name, text]) =>
        `<p style="font-family: ${text === 'Ag' ? name : 'sans-serif'}" title="${name}">${text}</p>`,
    )
    await page.setContent(spans.join(''))
    const session = await page.context().newCDPSession(page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument', { depth: -1 })
    const fonts = []
    for (const name of Object.keys(samples)) {
      const selector = `p[title="${name}"]`
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
      const drawn = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      const families = drawn.fonts.map(({ familyName }) => familyName)
      if (name === 'sans-serif' && families.length === 0)
        throw new Error(`${path} draws no text: it finds no font. No journey can be judged by it.`)
      fonts.push(`${name}: ${families.join(' + ') || 'none'}`)
    }
    return `Browser: Chromium ${browser.version()}, ${path}\nFonts: ${fonts.join('; ')}`
  } finally {
    await browser.close()
  }
}
