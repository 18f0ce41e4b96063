// Lighthouse's mobile run against the built server: `node test/weight/lighthouse.mjs [path …]`.
// Accessibility, best practices and SEO must be 100; speed is printed but not judged, since it depends on the machine.
import { writeFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findBrowser, flags } from '../../bootstrap/browser.mjs'
import { knownIn } from '../../e2e/screens.ts'
import { openSite } from '../../e2e/site/site.mjs'

export const judged = ['accessibility', 'best-practices', 'seo']
const folder = fileURLToPath(new URL('../../test-results/lighthouse/', import.meta.url))

/** Scores by path, 0 to 100, with the failed audits of each below 100. */
export async function lighthouseScores(paths) {
  const { path: chromePath } = await findBrowser()
  const site = await openSite()
  const chrome = await launch({ chromePath, chromeFlags: flags, logLevel: 'silent' })
  try {
    const known = await knownIn(site.origin)
    const wanted = paths ?? [
      '/home',
      '/burgers/minneapolis-mn-us',
      `/restaurant/${known.restaurant}`,
      `/user/${known.member}`,
    ]
    mkdirSync(folder, { recursive: true })
    const scores = {}
    for (const path of wanted) {
      const result = await lighthouse(site.origin + path, {
        port: chrome.port,
        output: 'html',
        onlyCategories: ['performance', ...judged],
        logLevel: 'error',
      })
      const { categories, audits } = result.lhr
      const name = path.replaceAll('/', '-').slice(1)
      writeFileSync(`${folder}${name}.html`, result.report)
      scores[path] = {
        ...Object.fromEntries(
          Object.values(categories).map(({ id, score }) => [id, Math.round(score * 100)]),
        ),
        wanting: judged.flatMap((id) =>
          categories[id].auditRefs
            .filter(({ id: audit, weight }) => weight > 0 && audits[audit].score === 0)
            .map(({ id: audit }) => `${audit}: ${audits[audit].title}`),
        ),
      }
    }
    return scores
  } finally {
    chrome.kill()
    await site.stop()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = process.argv.slice(2)
  const scores = await lighthouseScores(paths.length > 0 ? paths : undefined)
  console.log(JSON.stringify(scores, null, 2))
  const short = Object.values(scores).some((score) => judged.some((id) => score[id] < 100))
  process.exitCode = short ? 1 : 0
}
