import { mkdtemp, rm } from 'node:fs/promises'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import { knownIn } from '../../e2e/looks/screens.ts'
import { weightOf, type PageWeight } from './weight.ts'

/** File with the maximum bytes and requests of each page. Limits may only shrink; `TIGHTEN=1` writes lower ones. */
const file = 'test/weight/weight.data.json'
const limits = JSON.parse(readFileSync(file, 'utf8')) as Record<string, PageWeight>
/**
 * By how many bytes a page may exceed its limits. The demo's days and hours are relative to its start, so its pages
 * differ by some tens of bytes. File names are hashes, so a change anywhere changes how well the scripts compress by as
 * much. Growth beyond this must be checked and written into the limits.
 */
const slack = { html: 120, scripts: 450, styles: 50 }
/** If a figure is below this share of its limit, the limit must be lowered, so that the gain isn't lost again. */
const lately = 0.97

let site: SiteProcess
let stateDir: string
let paths: Record<string, string>
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'yolo-weight-'))
  site = await startSite({ STATE_DIR: stateDir, DEMO: '1' })
  const { restaurant, member, dish } = await knownIn(site.origin)
  paths = {
    home: '/home',
    category: '/burgers/minneapolis-mn-us',
    restaurant: `/restaurant/${restaurant}`,
    member: `/user/${member}`,
    dish: `/dish/${dish}`,
  }
}, 120_000)
afterAll(async () => {
  await site?.end('SIGTERM')
  await rm(stateDir, { recursive: true, force: true })
})

describe('what a page takes on its way', () => {
  it.each(Object.keys(limits))(
    '%s is no heavier than it was, and what got lighter stays so',
    async (page) => {
      const now = await weightOf(site.origin, paths[page]!)
      const lines: string[] = []
      const allowed = limits[page]!
      for (const part of ['html', 'scripts', 'styles'] as const)
        for (const unit of ['requests', 'gzip', 'brotli'] as const) {
          const [is, may] = [now[part][unit], allowed[part][unit]]
          expect(is, `${part} ${unit}`).toBeGreaterThan(0)
          if (is > may + (unit === 'requests' ? 0 : slack[part]))
            lines.push(`${part}.${unit}: ${is}, ${may} are allowed`)
          if (is >= may * lately) continue
          if (process.env.TIGHTEN === '1') allowed[part][unit] = is
          else lines.push(`${part}.${unit}: ${is}, less than ${may}: keep it so by TIGHTEN=1`)
        }
      if (process.env.TIGHTEN === '1') writeFileSync(file, `${JSON.stringify(limits, null, 2)}\n`)
      expect(lines).toEqual([])
    },
  )
})

it('the scripts of a list ask to be compiled as they come, all but two small ones', async () => {
  const html = await (await fetch(site.origin + paths['category']!)).text()
  const addresses = [...html.matchAll(/(?:src|href)="(\/assets\/([\w.]+)-[\w-]+\.js)"/g)]
  const late: string[] = []
  for (const [, path, name] of addresses) {
    const script = await (await fetch(site.origin + path!)).text()
    if (!script.startsWith('//# allFunctionsCalledOnLoad\n')) late.push(name!)
  }
  expect(late.toSorted()).toEqual(['early', 'rolldown'])
})
