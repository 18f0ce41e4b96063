import { expect, test } from 'vitest'
import { loaderCalls, evilName, routes } from '#platform/testing/screens.tsx'
import type { RunCall } from '#platform/contract/wire.ts'
import { readSettings, publicSettings } from '#platform/server/settings.ts'
import { createRenderer } from './render.tsx'

const render = createRenderer(routes, 'page')
const site = {
  ...publicSettings(readSettings({ ORIGIN: 'http://yolo.test' })),
  distanceUnit: 'mi' as const,
}
const found = async () => ({ name: evilName })
const assets = {
  style: '/s.css',
  fonts: [],
  script: '/web.js',
  chunks: [],
  preloads: (source: string) => (source ? [`/assets/${source}.js`] : []),
}
const see = (path: string, api: (route: string, input: object) => Promise<unknown> = found) =>
  render(new Request(`http://yolo.test${path}`), api as RunCall, assets, site)

const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html)![1]!)

test('a page is drawn with the data of its call, asked as the visitor', async () => {
  const calls: unknown[] = []
  const { status, html } = await see('/restaurant/7', async (route, input) => {
    calls.push([route, input])
    return { name: 'Nye’s' }
  })
  expect(status).toBe(200)
  expect(calls).toEqual([['GET /restaurants/:id', { id: '7' }]])
  expect(html).toContain('<h1>Nye’s</h1>')
  expect(html).toContain(
    '<link rel="modulepreload" href="/assets/restaurant.screen.tsx.js" fetchPriority="low"/>',
  )
  expect(Object.values(dataIn(html).hydration.loaderData)).toEqual([{ name: 'Nye’s' }])
})

test('title, description and canonical address stand in the head, once', async () => {
  const { html } = await see('/restaurant/7?x=1', async () => ({ name: 'Nye’s' }))
  const head = html.slice(0, html.indexOf('</head>'))
  expect(head.match(/<title>.*?<\/title>/g)).toEqual(['<title>Nye’s · Yolo</title>'])
  expect(head).toContain('<meta name="description" content="Best of Nye’s"/>')
  expect(head).toContain('<link rel="canonical" href="http://yolo.test/restaurant/7"/>')
  expect(html.slice(head.length)).not.toMatch(/<(title|meta|link)\b/)
})

test('S20 no name ends a script element, in page data or in schema.org data', async () => {
  const { html } = await see('/restaurant/7')
  expect(html.match(/<script/g)).toHaveLength(4)
  expect(html).not.toContain('\u2028<!--"')
  expect(Object.values(dataIn(html).hydration.loaderData)).toEqual([{ name: evilName }])
  const schema = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!
  expect(JSON.parse(schema).name).toBe(evilName)
})

test('S18 a page holds no script that runs in place and no style of its own', async () => {
  for (const path of ['/restaurant/7', '/mine', '/drawn-broken']) {
    const { html } = await see(path)
    expect(html).not.toMatch(/<[^>]+\sstyle=|<style|<[^>]+\son\w+=/)
    for (const [, attributes] of html.matchAll(/<script\b([^>]*)>/g))
      expect(attributes).toMatch(/type="application\/(ld\+)?json"|src="\//)
  }
})

test('a member’s page is an empty shell: no call, no data, not for search engines', async () => {
  const { status, html } = await see('/mine')
  expect(status).toBe(200)
  expect(loaderCalls.of).toBe(0)
  expect(html).not.toContain('Secret page')
  expect(dataIn(html)).toEqual({ site, hydration: null })
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).toContain('<title>Mine · Yolo</title>')
})

test('a refused call gives the page its status and its words', async () => {
  const refuse = () =>
    Promise.reject(Object.assign(new Error('Not here.'), { status: 404, code: 'not_found' }))
  const { status, html, error } = await see('/restaurant/7', refuse)
  expect(status).toBe(404)
  expect(html).toContain('Not here.')
  expect(error).toBeUndefined()
  expect(dataIn(html).hydration.errors.page.data).toEqual({
    code: 'not_found',
    message: 'Not here.',
  })
})

test('S32 a fault of ours is a 500 whose text goes to the log alone', async () => {
  for (const path of ['/drawn-broken', '/loaded-broken']) {
    const { status, html, error } = await see(path)
    expect(status).toBe(500)
    expect(html).toContain('Something went wrong on our side')
    expect(html).not.toContain('internal detail')
    expect((error as Error).message).toBe('internal detail')
  }
})

test('S21 a redirect stays on this site', async () => {
  expect(await see('/moved')).toMatchObject({ status: 302, redirect: '/restaurant/1?a=b' })
  expect((await see('/away')).redirect).toBe('/home')
  expect((await see('/sly')).redirect).toBe('/home')
})

test('an address that no page has is a 404', async () => {
  expect((await see('/nothing/here')).status).toBe(404)
})
