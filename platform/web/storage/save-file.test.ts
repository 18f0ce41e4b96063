import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import { downloadFile } from './save-file.ts'

afterEach(() => vi.unstubAllGlobals())

test('a file that breaks off while it is fetched has failed', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  const broken = new ReadableStream({ start: (stream) => stream.error(new Error('gone')) })
  vi.stubGlobal('fetch', async () => new Response(broken))
  expect(await downloadFile('/user/export', 'yolo-my-data.zip')).toBe(false)
})
