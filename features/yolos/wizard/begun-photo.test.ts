import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepPhoto } from '#features/photos/sending/kept-photo.ts'
import { sendKeptPhoto } from '#features/photos/sending/send-kept.ts'
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

it('a photo that the server refuses waits on the device', async () => {
  const expires = '2999-01-01T00:00:00Z'
  startSession({ id: 9, name: 'Ann', email: '', token: 'x', expires, verified: true })
  vi.stubGlobal('window', globalThis)
  class Refused extends EventTarget {
    upload = new EventTarget()
    status = 429
    responseText = JSON.stringify({ error: 'rate_limited', message: 'Later.' })
    open() {}
    setRequestHeader() {}
    send() {
      for (const event of ['load', 'loadend']) this.dispatchEvent(new Event(event))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Refused)
  const onSent = vi.fn()
  await sendKeptPhoto(await keepPhoto(new Blob(['jpeg'])), { id: 5, itemName: 'Pie' }, onSent)
  expect(onSent).toHaveBeenCalledOnce()
  expect(await entriesOf(9)).toMatchObject([{ state: 'waiting', words: 'Photo of Pie' }])
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
