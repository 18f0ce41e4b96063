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
