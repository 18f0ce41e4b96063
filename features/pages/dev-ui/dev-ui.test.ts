import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { categories } from '#domain/vocabulary/categories.ts'
import { CategoryArt } from '#features/categories/category-art.tsx'
import { ToastProvider } from '#platform/web/ui/overlay/toast.tsx'
import { Component } from './dev-ui.screen.tsx'

// The provider is needed here because the layout, which has it for all pages, isn't rendered.
const page = createElement(ToastProvider, null, createElement(Component))

async function parts() {
  const { query, dataRoutes } = createStaticHandler([{ path: '/dev/ui', element: page }])
  const context = await query(new Request('http://localhost/dev/ui'))
  if (context instanceof Response) throw new Error('redirected')
  const router = createStaticRouter(dataRoutes, context)
  return renderToString(createElement(StaticRouterProvider, { router, context, hydrate: false }))
}

const drawn = (category: number, seed?: number) =>
  renderToString(createElement(CategoryArt, { category, seed }))

test('every part is drawn on the server, without an inline style (S18)', async () => {
  const html = await parts()
  expect(html).toContain('Tap to Upvote')
  expect(html).toContain('role="combobox"')
  expect(html).not.toMatch(/\sstyle=/)
  expect(html).not.toMatch(/<script|\son[a-z]+=/)
})

test('each category has a picture of its own, small enough for a list of fifty', () => {
  const emblems = categories.map(({ id }) => drawn(id))
  expect(new Set(emblems).size).toBe(categories.length)
  expect(emblems).not.toContain(drawn(99))
  for (const { id } of categories)
    for (let seed = 1; seed <= 50; seed += 1) expect(drawn(id, seed).length).toBeLessThan(4000)
})

test('a dish without a photo keeps its picture, and a list of them does not repeat one', () => {
  expect(drawn(3, 4101)).toBe(drawn(3, 4101))
  const wall = Array.from({ length: 50 }, (_, n) => drawn(3, 4000 + n))
  expect(new Set(wall).size).toBeGreaterThan(35)
  for (let n = 1; n < wall.length; n += 1) expect(wall[n]).not.toBe(wall[n - 1])
})
