import { expect, it, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import type { LoaderArgs } from '#platform/web/screen.tsx'
import { startSession } from '#platform/web/session/session.ts'
import { changeDraft } from './draft.ts'
import { loadWizard } from './loader.ts'

it('a step that is left while it loads leaves no failure to the next', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('location', { pathname: '/add-yolo', search: '' })
  const expires = '2999-01-01T00:00:00Z'
  startSession({ id: 1, name: 'Ann', email: '', token: 'x', expires, verified: true })
  const restaurant = { placeId: 'x', name: 'X', address: 'Y' }
  changeDraft({ restaurant, categoryId: 3, itemName: 'Burger' })
  let isLeft = true
  const api = async () => {
    if (isLeft) throw new DOMException('The step was left.', 'AbortError')
    return []
  }
  const load = (step: string) =>
    loadWizard({ api, url: new URL(`http://x/add-yolo?step=${step}`) } as unknown as LoaderArgs)
  await expect(load('item')).rejects.toThrow('The step was left.')
  isLeft = false
  expect(await load('tags')).toMatchObject({ filled: null })
})
