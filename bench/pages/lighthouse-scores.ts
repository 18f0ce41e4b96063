// Runs Lighthouse's mobile test against the built site: `node bench/pages/lighthouse-scores.ts [path …]`.
// Accessibility, best practices and SEO must be 100. Speed is printed but not judged, because it depends on the
// machine.
import { writeFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findBrowser, browserFlags } from '../../bootstrap/browser.mjs'
import { knownIn } from '../../e2e/looks/screens.ts'
import { openSite } from '../../e2e/site/site.mjs'

type Scores = { scores: Record<string, number>; failedAudits: string[] }

export const judged = ['accessibility', 'best-practices', 'seo']
const folder = fileURLToPath(new URL('../../test-results/lighthouse/', import.meta.url))

/** Returns the scores by path, 0 to 100, with the audits that failed. */
export async function lighthouseScores(paths?: string[]): Promise<Record<string, Scores>> {
  const { path: chromePath } = await findBrowser()
  const site = await openSite()
  const chrome = await launch({ chromePath, chromeFlags: browserFlags, logLevel: 'silent' })
  try {
    const known = await knownIn(site.origin)
    const wanted = paths ?? [
      '/home',
      '/burgers/minneapolis-mn-us',
      `/restaurant/${known.restaurant}`,
      `/user/${known.member}`,
    ]
    mkdirSync(folder, { recursive: true })
    const byPath: Record<string, Scores> = {}
    for (const path of wanted) {
      const result = await lighthouse(site.origin + path, {
        port: chrome.port,
        output: 'html',
        onlyCategories: ['performance', ...judged],
        logLevel: 'error',
      })
      if (!result) throw new Error(`Lighthouse gives ${path} no scores.`)
      const name = path.replaceAll('/', '-').slice(1)
      writeFileSync(`${folder}${name}.html`, result.report)
      byPath[path] = scoresOf(result.lhr)
    }
    return byPath
  } finally {
    chrome.kill()
    await site.stop()
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function scoresOf({ categories, audits }: Report): Scores {
  return {
    scores: Object.fromEntries(
      Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
    ),
    failedAudits: judged.flatMap((id) =>
      categories[id]!.auditRefs.filter(
        ({ id: audit, weight }) => weight > 0 && audits[audit]!.score === 0,
      ).map(({ id: audit }) => `${audit}: ${audits[audit]!.title}`),
    ),
  }
}

if (import.meta.main) {
  const paths = process.argv.slice(2)
  const byPath = await lighthouseScores(paths.length > 0 ? paths : undefined)
  console.log(JSON.stringify(byPath, null, 2))
  const short = Object.values(byPath).some(({ scores }) => judged.some((id) => scores[id]! < 100))
  process.exitCode = short ? 1 : 0
}
