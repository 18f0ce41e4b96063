import { beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { endRefusedSession, startSession } from '#platform/web/session/session.ts'
import { changeDraft, emptyDraft } from './draft.ts'
import { loadWizard } from './loader.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('location', { pathname: '/add-yolo', search: '' })
  const expires = '2999-01-01T00:00:00Z'
  startSession({ id: 1, name: 'Ann', email: '', token: 'x', expires, verified: true })
})

const loadStep = (api: LoaderArgs['api'], query: string) =>
  loadWizard({ api, url: new URL(`http://x/add-yolo?${query}`) } as unknown as LoaderArgs)

it('a step that is left while it loads leaves no failure to the next', async () => {
  const restaurant = { placeId: 'x', name: 'X', address: 'Y' }
  changeDraft({ restaurant, categoryId: 3, itemName: 'Burger' })
  let isLeft = true
  const api = async () => {
    if (isLeft) throw new DOMException('The step was left.', 'AbortError')
    return []
  }
  const load = (step: string) => loadStep(api as LoaderArgs['api'], `step=${step}`)
  await expect(load('item')).rejects.toThrow('The step was left.')
  isLeft = false
  expect(await load('tags')).toMatchObject({ filled: null })
})

it('a step that is left while the next one waits for its answer leaves no failure to that', async () => {
  changeDraft({
    restaurant: { placeId: 'x', name: 'X', address: 'Y' },
    categoryId: 3,
    itemName: 'Pie',
  })
  const { promise, reject } = Promise.withResolvers<never>()
  const left = loadStep(() => promise, 'step=item')
  const next = loadStep((async () => []) as never, 'step=tags')
  reject(new DOMException('The step was left.', 'AbortError'))
  await expect(left).rejects.toThrow('The step was left.')
  expect(await next).toMatchObject({ filled: null })
})

it.each([
  ['a step of a draft leads to the log-in', { itemName: 'Burger' }, 'step=name', '/start'],
  ['what leads into the wizard goes on', { itemName: 'Burger' }, 'category=3', '/add-yolo'],
  ['a step without a draft begins one', {}, 'step=name', '/add-yolo'],
])('once the session has ended %s', async (_, draft, query, path) => {
  changeDraft({ ...emptyDraft, ...draft, by: 1 })
  endRefusedSession('x', true)
  const answer: unknown = await loadStep(vi.fn(async () => []) as never, query).catch(
    (thrown: unknown) => thrown,
  )
  const location = answer instanceof Response ? answer.headers.get('Location') : ''
  expect(location).toMatch(new RegExp(`^${path}`))
})
