import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import { sendPhoto } from './send.ts'

const made: Sending[] = []
class Sending extends EventTarget {
  upload = new EventTarget()
  status = 200
  responseText = JSON.stringify({ avatar: 'a' })
  aborted = false
  constructor() {
    super()
    made.push(this)
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.aborted = true
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('XMLHttpRequest', Sending)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const send = () => {
  const sent = sendPhoto(
    { path: '/user/avatar/upload', named: 'avatar' },
    { jpeg: new Blob(['1']), cut: { x: 0, y: 0, width: 1, height: 1, degrees: 0 } },
    { signal: new AbortController().signal, onProgress: () => undefined },
  )
  return { sent, request: made.at(-1)! }
}

it('a photo that the device has taken whole has as long as the server gives it', async () => {
  const { sent, request } = send()
  request.progress(300_000, 300_000)
  await vi.advanceTimersByTimeAsync(79_000)
  for (const event of ['load', 'loadend']) request.dispatchEvent(new Event(event))
  expect(await sent).toEqual({ avatar: 'a' })
})

it('a photo of which nothing is sent for twenty seconds is given up', async () => {
  const { sent, request } = send()
  const ended = expect(sent).rejects.toMatchObject({ code: 'offline' })
  request.progress(100_000, 300_000)
  await vi.advanceTimersByTimeAsync(20_000)
  await ended
  expect(request.aborted).toBe(true)
})
