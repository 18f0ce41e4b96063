import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPhoto } from '#features/photos/sending/kept-photo.ts'
import { queuePhotoUpload } from '#features/photos/sending/keep-photo.ts'
import { isBeingSent, photoUploads } from '#features/photos/sending/photo-uploads.ts'
import { discardPhotoUpload, sendKeptPhoto } from '#features/photos/sending/send-kept.ts'
import { memoryStorage } from '#platform/testing/browser.ts'
import { noteShownPage } from '#platform/web/navigation/device-page.ts'
import { entriesOf } from '#platform/web/queue/entries.ts'
import { startSession } from '#platform/web/session/session.ts'
import { changeDraft, emptyDraft } from './draft.ts'
import { isLeftBehind } from './finished.ts'

vi.mock('#features/photos/editor/read-picture.ts', () => ({
  readPicture: async () => ({
    picture: { src: 'blob:photo', naturalWidth: 400, naturalHeight: 300 },
    problem: '',
  }),
}))

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('addEventListener', () => {})
})

afterEach(() => {
  changeDraft(emptyDraft)
  vi.unstubAllGlobals()
})

/** Logs a member in and sends a photo of theirs, which `answer` answers. */
function sendPhotoTo(memberId: number, answer: () => Promise<Response>) {
  const expires = '2999-01-01T00:00:00Z'
  startSession({ id: memberId, name: 'Ann', email: '', token: 'x', expires, verified: true })
  vi.stubGlobal('window', globalThis)
  const send = vi.fn(answer)
  vi.stubGlobal('fetch', send)
  const onTaken = vi.fn()
  const pie = { id: memberId, itemName: 'Pie' }
  const ended = keepPhoto(new Blob(['jpeg'])).then((photo) => sendKeptPhoto(photo, pie, onTaken))
  return { ended, onTaken, send, pie }
}

it('a photo that the server refuses waits on the device', async () => {
  const later = { error: 'rate_limited', message: 'Later.' }
  const { ended, onTaken } = sendPhotoTo(9, async () => Response.json(later, { status: 429 }))
  await ended
  expect(onTaken).toHaveBeenCalledOnce()
  const waiting = await entriesOf(9)
  expect(waiting).toMatchObject([{ state: 'waiting', words: 'Photo of Pie' }])
  expect(waiting.map(isBeingSent)).toEqual([false])
})

it('a photo waits on the device while it is being sent, which happens once', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { ended, onTaken, send } = sendPhotoTo(8, () => promise)
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  const waiting = await entriesOf(8)
  expect(waiting).toMatchObject([{ state: 'waiting', words: 'Photo of Pie' }])
  expect(onTaken).toHaveBeenCalledOnce()
  expect(waiting.map(isBeingSent)).toEqual([true])
  resolve(Response.json({ image: 'a' }))
  await ended
  expect(await entriesOf(8)).toMatchObject([{ state: 'sent' }])
  expect(send).toHaveBeenCalledOnce()
})

it('another photo of the favorite, chosen while the first is being sent, waits and is said to', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { ended, send, pie } = sendPhotoTo(5, () => promise)
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  const cut = { x: 0, y: 0, width: 1, height: 1, degrees: 0 as const }
  const another = { yoloId: pie.id, itemName: pie.itemName, memberId: 5 }
  await queuePhotoUpload(another, { jpeg: new Blob(['another']), cut })
  expect((await entriesOf(5)).map(isBeingSent)).toEqual([true, false])
  resolve(Response.json({ image: 'a' }))
  await ended
  expect(photoUploads.of(pie.id)).toMatchObject({ state: 'sent' })
})

it('a photo whose favorite is taken back while it is being sent isn’t asked about', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { ended, send } = sendPhotoTo(7, () => promise)
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  await discardPhotoUpload(7)
  resolve(Response.json({ error: 'yolo_not_found', message: 'Gone.' }, { status: 404 }))
  await ended
  expect(await entriesOf(7)).toEqual([])
})

it('a photo that the device can’t keep is sent from the page', async () => {
  const noRoom = () => {
    throw new Error('No room.')
  }
  vi.stubGlobal('indexedDB', { open: noRoom })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  class Taken extends EventTarget {
    upload = new EventTarget()
    status = 200
    responseText = JSON.stringify({ image: 'a' })
    open() {}
    setRequestHeader() {}
    send() {
      for (const event of ['load', 'loadend']) this.dispatchEvent(new Event(event))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Taken)
  const { ended, onTaken, send } = sendPhotoTo(6, async () => Response.error())
  await ended
  expect(photoUploads.of(6)).toMatchObject({ state: 'sent' })
  expect(onTaken).toHaveBeenCalledOnce()
  expect(send).not.toHaveBeenCalled()
})

it('a button leads on from a favorite that is saved, and Back passes over its steps', () => {
  const at = (step: string) => ({ pathname: '/add-yolo', search: `?step=${step}` })
  noteShownPage(at('menu'))
  vi.stubGlobal('location', at('menu'))
  changeDraft({
    saved: { id: 1, itemName: 'Pie', categoryId: 6, restaurantName: '', citySlug: '' },
  })
  expect(isLeftBehind(new URL('http://yolo/add-yolo?step=category'), 'category')).toBe(false)
  vi.stubGlobal('location', at('near'))
  expect(isLeftBehind(new URL('http://yolo/add-yolo?step=near'), 'near')).toBe(true)
})
