import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import { endSession, startSession } from '#platform/web/session/session.ts'
import { changeDraft, currentDraft, emptyDraft } from './draft.ts'
import { forgetAllPhotos, keepPhoto, loadKeptPhoto } from '#features/photos/sending/kept-photo.ts'
import {
  forgetLostPhotos,
  resumeDraft,
  setOthersDraftAside,
  startNewDraft,
  unfinishedDrafts,
} from './left-off.ts'
import { copySharedPhoto, forgetPhotoOf } from './photo-of-draft.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  changeDraft(emptyDraft)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const logIn = (id: number) =>
  startSession({
    id,
    name: 'Ann',
    email: '',
    token: `t${id}`,
    expires: '2999-01-01T00:00:00Z',
    verified: true,
  })
const typed = { name: 'Deep Cellar', address: '1 Stone Steps', pin: null, placeId: '' }

it('a tab has its own draft, and a new tab continues the latest', async () => {
  changeDraft({ itemName: 'Of this tab', photo: 'a' })
  const tab = JSON.parse(sessionStorage.getItem('add-yolo')!)
  expect(tab.itemName).toBe('Of this tab')
  localStorage.setItem('add-yolo', JSON.stringify({ ...tab, itemName: 'Of another tab' }))
  // A module that is loaded again is a page that was reloaded, and then one in a new tab.
  vi.resetModules()
  expect((await import('./draft.ts')).currentDraft()).toMatchObject({
    itemName: 'Of this tab',
    sharesPhoto: false,
  })
  sessionStorage.clear()
  vi.resetModules()
  expect((await import('./draft.ts')).currentDraft()).toMatchObject({
    itemName: 'Of another tab',
    sharesPhoto: true,
  })
})

it('a new tab has a copy of the photo of the draft that it continues', async () => {
  const photo = await keepPhoto(new Blob(['one']))
  changeDraft({ photo, sharesPhoto: true })
  await forgetPhotoOf(currentDraft())
  await copySharedPhoto()
  const copy = currentDraft()
  await forgetPhotoOf(copy)
  expect(copy.sharesPhoto).toBe(false)
  expect(await loadKeptPhoto(copy.photo!)).toBeNull()
  expect(await (await loadKeptPhoto(photo))!.text()).toBe('one')
})

it('a draft that is saved leaves the latest draft of another tab', () => {
  changeDraft({ itemName: 'Of this tab' })
  const others = JSON.stringify({ ...emptyDraft, itemName: 'Of another tab' })
  localStorage.setItem('add-yolo', others)
  const saved = { id: 1, itemName: 'X', categoryId: 3, restaurantName: 'Y', citySlug: '' }
  changeDraft({ saved })
  expect(localStorage.getItem('add-yolo')).toBe(others)
  localStorage.setItem('add-yolo', sessionStorage.getItem('add-yolo')!)
  changeDraft({ saved })
  expect(localStorage.getItem('add-yolo')).toBeNull()
})

it('a draft that is set aside keeps its photo, also one that has nothing else', async () => {
  const textOf = async (photo: string | null) => (await loadKeptPhoto(photo!))?.text()
  const [one, two] = [await keepPhoto(new Blob(['one'])), await keepPhoto(new Blob(['two']))]
  changeDraft({ itemName: 'Pie', photo: one })
  startNewDraft()
  changeDraft({ quick: true, step: 'near', photo: two })
  resumeDraft(unfinishedDrafts()[0]!)
  expect(await textOf(currentDraft().photo)).toBe('one')
  expect(unfinishedDrafts()).toMatchObject([{ quick: true, step: 'near', photo: two }])
  expect(await textOf(two)).toBe('two')
})

it('a photo that the device no longer keeps isn’t offered, nor a draft that was nothing else', async () => {
  changeDraft({ itemName: 'Pie', photo: await keepPhoto(new Blob(['one'])) })
  startNewDraft()
  changeDraft({ photo: await keepPhoto(new Blob(['two'])) })
  startNewDraft()
  await forgetAllPhotos()
  const kept = await keepPhoto(new Blob(['three']))
  changeDraft({ photo: kept })
  startNewDraft()
  await forgetLostPhotos()
  expect(unfinishedDrafts()).toMatchObject([{ photo: kept }, { itemName: 'Pie', photo: null }])
})

it('a draft that is saved isn’t set aside', async () => {
  const photo = await keepPhoto(new Blob(['one']))
  const saved = { id: 1, itemName: 'X', categoryId: 3, restaurantName: 'Y', citySlug: '' }
  changeDraft({ itemName: 'Pie', photo, saved })
  startNewDraft()
  expect(unfinishedDrafts()).toEqual([])
})

it('what a link to a dish filled in pushes out nothing that a member wrote or took', async () => {
  const byLink = (itemId: number) => {
    changeDraft({ itemName: `Dish ${itemId}`, itemId })
    startNewDraft()
  }
  const photo = await keepPhoto(new Blob(['one']))
  for (const own of [{ photo }, { itemName: 'Dish 1', itemId: 1, description: 'My words' }]) {
    changeDraft(own)
    startNewDraft()
  }
  for (const itemId of [2, 3, 4, 5]) byLink(itemId)
  expect(unfinishedDrafts()).toMatchObject([{ itemId: 5 }, { description: 'My words' }, { photo }])
  expect(await loadKeptPhoto(photo)).not.toBeNull()
  changeDraft({ itemName: 'Typed' })
  startNewDraft()
  byLink(6)
  expect(unfinishedDrafts()).toMatchObject([
    { itemName: 'Typed' },
    { description: 'My words' },
    { photo },
  ])
})

it('typed names push out no photo and no words, but one another', async () => {
  const photo = await keepPhoto(new Blob(['one']))
  for (const draft of [{ photo }, { itemName: 'Pie', description: 'My words' }]) {
    changeDraft(draft)
    startNewDraft()
  }
  for (const itemName of ['One', 'Two', 'Three']) {
    changeDraft({ itemName })
    startNewDraft()
  }
  expect(unfinishedDrafts()).toMatchObject([
    { itemName: 'Three' },
    { description: 'My words' },
    { photo },
  ])
  expect(await loadKeptPhoto(photo)).not.toBeNull()
})

it('a draft that is saved isn’t set aside, whatever follows it', () => {
  const saved = {
    id: 0,
    itemName: 'Lucy',
    categoryId: 1,
    restaurantName: 'Y',
    citySlug: '',
    waits: 1,
  }
  changeDraft({ itemName: 'Lucy', sent: true, saved })
  startNewDraft()
  expect(unfinishedDrafts()).toEqual([])
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

it.each([null, 2])('a member’s draft is for that member alone, not for %s', (id) => {
  logIn(1)
  changeDraft({ itemName: 'Hers', description: 'Where I meet Anna.' })
  setOthersDraftAside()
  expect(currentDraft().itemName).toBe('Hers')
  if (id === null) endSession()
  else logIn(id)
  setOthersDraftAside()
  expect(currentDraft()).toEqual(emptyDraft)
  expect(unfinishedDrafts()).toEqual([])
  logIn(1)
  expect(unfinishedDrafts()).toMatchObject([{ itemName: 'Hers' }])
})

it('three drafts of each member are kept, whatever the others of a device set aside', () => {
  const setAside = (id: number, itemName: string) => {
    logIn(id)
    changeDraft({ itemName })
    startNewDraft()
  }
  const names = () => unfinishedDrafts().map(({ itemName }) => itemName)
  setAside(1, 'Hers')
  for (const name of ['One', 'Two', 'Three', 'Four']) setAside(2, name)
  expect(names()).toEqual(['Four', 'Three', 'Two'])
  logIn(1)
  expect(names()).toEqual(['Hers'])
  for (let id = 10; id < 40; id++) setAside(id, 'Another')
  logIn(1)
  expect(names()).toEqual([])
})
