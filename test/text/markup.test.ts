import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSitemap } from '#features/sharing/sitemap.testing.ts'
import { renderMailMessage } from '#platform/server/mail/mail-message.ts'
import { allVariants, variantsOf } from '#platform/testing/all-variants.ts'
import type { Person } from '#platform/testing/people.ts'
import { startSite, type SiteProcess } from '#platform/testing/process.ts'
import { screensOf } from '../../e2e/looks/screens.ts'
import { samples } from '../access-samples.ts'
import { calls as allCalls } from '#app/contract.ts'
import { openWorld, type World } from '#platform/testing/access-world.ts'
import { payloads, readMarkup } from './markup.ts'
import { keptTexts } from './markup.data.ts'
import { nameOf, packed, textFieldsOf, withText, type TextField } from './text-fields.ts'

const world = await openWorld()
const { app } = world
/** Fields whose text is stored in the database. */
const kept: TextField[] = []
let site: SiteProcess
let stateDir: string

const fields = allCalls.flatMap(textFieldsOf)
const written = fields.filter(({ call }) => !call.route.startsWith('GET ') && !call.consumes)
/**
 * Returns a text that identifies the field. It contains a hyphen, so that no hash in the database, in hex or base64,
 * can contain it by chance.
 */
const mark = (field: TextField) => `q${fields.indexOf(field)}-z`
const broken: string[] = []

type Stage = { world: World; as: Person | null }

/**
 * Returns the member who writes a text, and a world whose things belong to that member. Usually the member is new, so
 * that no text overwrites another; some texts can only be written by user 20 or by the world's owner.
 */
async function stageFor(field: TextField, who: 'new' | '20' | 'owner'): Promise<Stage> {
  const member = field.call.access === 'anyone' || field.call.access === 'member'
  const as = member ? await world.actor(who === 'new' ? 'member' : who) : await world.actor('514')
  if (who === 'owner' || !as) return { world, as }
  const item: World['item'] = async (at) => {
    const place = at ?? (await world.restaurant())
    // The admin is always the same and would use up the three slots of the category, so a new member saves the item.
    const by = member ? as.id : (await app.member()).id
    return { ...(await app.item({ restaurant: place.id, category: 3, by })), place }
  }
  return { world: { ...world, owner: as, item }, as }
}

async function write(field: TextField, text: string): Promise<void> {
  for (const who of field.path[0] === 'userName'
    ? (['new', '20'] as const)
    : (['new', 'owner'] as const)) {
    const stage = await stageFor(field, who)
    const input = await samples[field.call.route]!.input(stage.world)
    const answer = await world.send(
      field.call,
      withText(input, field.path, mark(field) + text),
      stage.as,
    )
    if (answer.status >= 500) broken.push(`${nameOf(field)}: ${answer.status} for ${text}`)
    if (answer.status === 200 && who === 'new' && field.path[0] !== 'userName') return
  }
}

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'yolo-markup-'))
  for (const field of written) {
    await write(field, payloads[0]!)
    if (await world.holds(mark(field))) kept.push(field)
  }
  for (const field of kept)
    for (const text of packed(payloads.slice(1), field, mark(field).length))
      await write(field, text)
  site = await startSite({ STATE_DIR: stateDir, DATABASE_URL: app.databaseUrl })
}, 300_000)
afterAll(async () => {
  await site?.end('SIGTERM')
  await rm(stateDir, { recursive: true, force: true })
})

const marked = /q\d+-z/.source
type Sort = 'restaurants' | 'items' | 'users' | 'contests'
/**
 * Returns the ids of those on whose pages one of the texts might stand: all of them in `npm run test:long`, and else
 * those that hold one themselves or have a favorite or dish that does.
 */
async function mayShow(sort: Sort): Promise<number[]> {
  const of = { restaurants: 'restaurant_id', items: 'item_id', users: 'user_id', contests: null }[
    sort
  ]
  const through = sql`
    select ${sql.ref(of ?? 'item_id')} from yolos y join items i on i.id = y.item_id
     where y::text ~ ${marked} or i::text ~ ${marked}`
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(sort)} t
     where ${allVariants} or t::text ~ ${marked} ${of ? sql`or id in (${through})` : sql``}
     order by id`.execute(app.database)
  return rows.map(({ id }) => id)
}

it('S19 finds each of the texts where a page would forget to escape it', () => {
  for (const payload of payloads.slice(0, -1)) {
    const found = [
      `<p>${payload}</p>`,
      `<input value='${payload}'>`,
      `<input value="${payload}">`,
      `<title>${payload}</title>`,
      `<script type="application/json">"${payload}"</script>`,
      `<!--${payload}-->`,
    ].map((html) => {
      try {
        return readMarkup(html).foreign.length > 0
      } catch {
        return true
      }
    })
    expect(found, payload).toContain(true)
  }
  expect(readMarkup(`<a href=" java\tscript:probe()">`).foreign).toHaveLength(1)
  expect(readMarkup('<p>&lt;script>probe()&lt;/script></p>').foreign).toEqual([])
})

it('S19 knows every field of the contract whose text is kept', () => {
  expect(broken).toEqual([])
  expect(kept.map(nameOf).sort()).toEqual(Object.keys(keptTexts).sort())
})

describe('S19 no text becomes markup', () => {
  const seen = new Set<string>()
  const note = (text: string) => {
    for (const field of written) if (text.includes(mark(field))) seen.add(nameOf(field))
  }
  async function look(path: string): Promise<void> {
    const { status, headers, text: html } = await site.get(path)
    expect(status, path).toBeLessThan(500)
    if (status >= 300 && status < 400) return
    expect(headers.get('content-type'), path).toContain('text/html')
    const { foreign, text, attributes } = readMarkup(html)
    expect(foreign, path).toEqual([])
    note(text + attributes)
  }

  it('S19 on any public page: restaurants, members, lists', { timeout: 120_000 }, async () => {
    const [restaurants, users] = [await mayShow('restaurants'), await mayShow('users')]
    const dishes = await mayShow('items')
    const screens = screensOf({
      restaurant: restaurants[0]!,
      dish: dishes[0]!,
      member: world.owner.id,
    })
    for (const { path, as } of screens) if (!as) await look(path)
    for (const id of restaurants) await look(`/restaurant/${id}`)
    for (const id of dishes) await look(`/dish/${id}`)
    for (const id of users) await look(`/user/${id}`)
    for (const id of await mayShow('contests')) await look(`/contests/${id}`)
    for (const page of ['/entree', '/burgers']) await look(`${page}?latitude=44.9&longitude=-93.2`)
    const shown = Object.entries(keptTexts).filter(([, where]) => where === 'page')
    expect(shown.map(([name]) => name).filter((name) => !seen.has(name))).toEqual([])
  })

  it('S19 nor in the addresses that a page is asked by', async () => {
    const keys = ['q', 'next', 'category', 'state', 'token', 'name', 'show', 'tab', 'step', 'tags']
    const { id, place } = await world.item()
    for (const { path, as } of screensOf({
      restaurant: place.id,
      dish: id,
      member: world.owner.id,
    }))
      for (const payload of variantsOf(payloads, 3)) {
        if (as) continue
        const query = new URLSearchParams(keys.map((key) => [key, payload]))
        await look(`${path.split('?')[0]}?${query}`)
        if (path === '/home') await look(`/${encodeURIComponent(payload)}`)
      }
  })

  it('S19 nor in pictures that are drawn of it, nor in a sitemap', async () => {
    for (const id of await mayShow('users')) {
      const { headers, text } = await app.get(`/api/avatars/${id}`)
      if (!headers.get('content-type')?.includes('svg')) continue
      expect(readMarkup(text).foreign, `the picture of ${id}`).toEqual([])
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    expect((await readSitemap(app)).text).not.toMatch(/<(script|img|svg|probe)/)
  })

  it.each(payloads)('S19 nor in a mail: %s', (text) => {
    const link = 'http://yolo.test/verification-success?token=x'
    const { html } = renderMailMessage(
      { subject: text, lines: [text], button: { words: text, link }, small: [text] },
      'http://yolo.test',
    )
    // Mails have inline styles, which are allowed.
    expect(readMarkup(html).foreign.filter((one) => !/^\w+ style=/.test(one))).toEqual([])
    expect(readMarkup(html).text).toContain(text.slice(0, 4))
  })

  it('S19 and no call answers HTML that repeats what it was asked', { tags: 'long' }, async () => {
    for (const field of fields.filter(({ call }) => call.route.startsWith('GET '))) {
      const input = await samples[field.call.route]!.input(world)
      for (const payload of payloads.slice(0, 5)) {
        const asked = withText(input, field.path, payload)
        const answer = await world.send(field.call, asked, (await stageFor(field, 'new')).as)
        expect(answer.status, nameOf(field)).toBeLessThan(500)
        if (answer.headers.get('content-type')?.includes('html'))
          expect(readMarkup(answer.text).foreign, nameOf(field)).toEqual([])
        else if (answer.text)
          expect(answer.headers.get('x-content-type-options'), nameOf(field)).toBe('nosniff')
      }
    }
  })
})
