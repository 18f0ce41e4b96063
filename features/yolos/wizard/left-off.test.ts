import { beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import { changeDraft, currentDraft, emptyDraft } from './draft.ts'
import { resumeDraft, startNewDraft, unfinishedDrafts } from './left-off.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  changeDraft(emptyDraft)
})

const typed = { name: 'Deep Cellar', address: '1 Stone Steps', pin: null, placeId: '' }

it('a tab has its own draft, and a new tab continues the latest', async () => {
  changeDraft({ itemName: 'Of this tab' })
  const tab = JSON.parse(sessionStorage.getItem('add-yolo')!)
  expect(tab.itemName).toBe('Of this tab')
  localStorage.setItem('add-yolo', JSON.stringify({ ...tab, itemName: 'Of another tab' }))
  // A module that is loaded again is a page that was reloaded, and then one in a new tab.
  vi.resetModules()
  expect((await import('./draft.ts')).currentDraft().itemName).toBe('Of this tab')
  sessionStorage.clear()
  vi.resetModules()
  expect((await import('./draft.ts')).currentDraft().itemName).toBe('Of another tab')
})

it('a missing restaurant that was typed without a network is set aside, to go on later', () => {
  changeDraft({ missing: typed })
  startNewDraft()
  expect(currentDraft().missing.name).toBe('')
  expect(unfinishedDrafts()).toMatchObject([{ missing: typed }])
  resumeDraft(unfinishedDrafts()[0]!)
  expect(currentDraft().missing).toEqual(typed)
})

it.each([
  ['was shared', { wanted: typed.name, missing: typed }],
  ['was found by the provider', { missing: { ...typed, placeId: 'google:1' } }],
  ['is chosen', { missing: typed, restaurant: { placeId: 'x', name: 'X', address: 'Y' } }],
])('nothing is set aside for a restaurant that %s', (_, change) => {
  changeDraft(change)
  startNewDraft()
  expect(unfinishedDrafts()).toEqual([])
})
