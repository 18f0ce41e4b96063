import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#platform/testing/browser.ts'
import { clearReferrer, currentReferrer, storeReferrer } from './referral.ts'

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))
afterEach(() => vi.unstubAllGlobals())

test.each(['', ')', ').', ',', '%E2%80%9D'])(
  'a referrer copied with %j behind it is read',
  (end) => {
    storeReferrer(`?referrer=1014${end}`)
    expect(currentReferrer('')).toBe('1014')
    clearReferrer()
    expect(currentReferrer(`?referer=1014${end}`)).toBe('1014')
  },
)

test('what is no referrer leaves the one that is stored', () => {
  storeReferrer('?referrer=1014')
  for (const search of ['?referrer=x', '?referrer=', '?referrer=)']) {
    storeReferrer(search)
    expect(currentReferrer(search)).toBe('1014')
  }
})
