import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findBrowser, browserFlags } from '../../bootstrap/browser.mjs'
import { knownIn } from '../../e2e/looks/screens.ts'
import { openSite } from '../../e2e/site/site.mjs'
import type { Figures } from '../http.ts'
import { medianOf } from '../measure.ts'
import { frontOf, withoutScripts } from './front.ts'

/** Lighthouse's benchmarkIndex of the phone to simulate: the low tier of Chrome's own calibration. */
const phone = 264

type Score = { score: number; blocking: number; shift: number; longest: number }

/**
 * Measures Lighthouse's performance score of five pages relative to the same HTML and CSS without scripts, in turn in
 * one run, at the speed of one fixed phone. The ratio is that of the worst page.
 */
export async function benchLighthouse(rounds: number): Promise<Figures> {
  const { path: chromePath } = await findBrowser()
  const site = await openSite()
  const front = await frontOf(site.origin)
  const bare = await frontOf(site.origin, withoutScripts)
  const chrome = await launch({ chromePath, chromeFlags: browserFlags, logLevel: 'silent' })
  const run = async (url: string, slowdown: number) => {
    let fault = 'no reason'
    // Retry, because Lighthouse occasionally misses the beginning of its own recording.
    for (let times = 0; times < 3; times++) {
      const result = await lighthouse(
        url,
        { port: chrome.port, logLevel: 'error', onlyCategories: ['performance'] },
        {
          extends: 'lighthouse:default',
          settings: { throttling: { ...slow4G, cpuSlowdownMultiplier: slowdown } },
        },
      )
      if (typeof result?.lhr.categories.performance?.score === 'number') return result.lhr
      fault = result?.lhr.runtimeError?.message ?? fault
    }
    throw new Error(`Lighthouse gives ${url} no score: ${fault}`)
  }
  try {
    const known = await knownIn(site.origin)
    const paths = [
      '/home',
      '/burgers/minneapolis-mn-us',
      `/dish/${known.dish}`,
      `/restaurant/${known.restaurant}`,
      `/user/${known.member}`,
    ]
    // Load each page once to warm up, and measure how fast this machine is.
    const indexes = []
    for (const path of paths)
      for (const { origin } of [front, bare])
        indexes.push((await run(origin + path, 1)).environment.benchmarkIndex)
    const index = medianOf(indexes)
    const slowdown = Math.max(1, index / phone)
    console.log(
      `\nLighthouse (benchmarkIndex ${index.toFixed(0)}, slowed down ${slowdown.toFixed(1)} times to the phone's ${phone})`,
    )
    const scores = new Map(
      paths.map((path) => [path, { whole: [] as Score[], bare: [] as Score[] }]),
    )
    for (let round = 0; round < rounds; round++)
      for (const [path, { whole, bare: without }] of scores) {
        whole.push(scoreOf(await run(front.origin + path, slowdown)))
        without.push(scoreOf(await run(bare.origin + path, slowdown)))
      }
    const pages = Object.fromEntries(
      [...scores].map(([path, { whole, bare: without }]) => {
        const [ours, theirs] = [mediansOf(whole), mediansOf(without)]
        console.log(
          `${path.padEnd(28)} ${ours.score.toFixed(0)} of ${theirs.score.toFixed(0)}, blocked ${ours.blocking.toFixed(0)} ms, longest task ${ours.longest.toFixed(0)} ms, layout shift ${ours.shift.toFixed(4)}`,
        )
        return [path, { ratio: ours.score / theirs.score, ours, bare: theirs }]
      }),
    )
    const ratio = Math.min(...Object.values(pages).map((page) => page.ratio))
    return { lighthouse_vs_bare: { ratio, benchmarkIndex: index, slowdown, pages } }
  } finally {
    chrome.kill()
    front.close()
    bare.close()
    await site.stop()
  }
}

/** Lighthouse's own settings for slow 4G. */
const slow4G = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function scoreOf({ categories, audits }: Result): Score {
  const tasks = audits['long-tasks']?.details
  return {
    score: (categories.performance?.score ?? 0) * 100,
    blocking: audits['total-blocking-time']?.numericValue ?? 0,
    shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
    longest: Math.max(0, ...(tasks?.items ?? []).map(({ duration }) => duration)),
  }
}

const mediansOf = (scores: Score[]): Score => ({
  score: medianOf(scores.map(({ score }) => score)),
  blocking: medianOf(scores.map(({ blocking }) => blocking)),
  shift: medianOf(scores.map(({ shift }) => shift)),
  longest: medianOf(scores.map(({ longest }) => longest)),
})
