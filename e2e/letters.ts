import { drawsText } from '../bootstrap/browser.mjs'

/** Before the first journey: axe would pass pages that draw no text. */
export default async function letters(): Promise<void> {
  const path = process.env.CHROMIUM_PATH!
  if (!(await drawsText(path)))
    throw new Error(`${path} draws no text: it finds no font. No journey can be judged by it.`)
}
