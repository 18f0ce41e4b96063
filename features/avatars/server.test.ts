import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '#platform/testing/app.ts'
import { initials } from '#platform/text/initials.ts'
import { nameHash } from './address.ts'
import { drawInitials } from './initials.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

describe('GET /avatars/{userId}', () => {
  it('draws the initials, to be asked for again after a minute', async () => {
    const ann = await app.member({ userName: 'Ann </text><script>alert(1)</script> Lee' })
    const kept = await app.get(`/api/avatars/${ann.id}?v=${nameHash(ann.name)}`)
    expect(kept.headers.get('content-type')).toBe('image/svg+xml')
    expect(kept.headers.get('cache-control')).toBe('public, max-age=60')
    expect(kept.text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(kept.text).toMatch(/>AL<\/text>/)
    expect(kept.text).not.toMatch(/<script|style=/)
  })

  it('draws the letters that stand there until the picture has come', () => {
    for (const name of [
      'Hannah',
      'Hannah Berg',
      'Ann Mary de Lee',
      'Q',
      'wok 42',
      'Éva',
      "O'Neil",
    ]) {
      const drawn = /<text[^>]*>([^<]*)<\/text>/.exec(drawInitials(name))?.[1]
      expect(drawn, name).toBe(initials(name))
    }
    expect(initials('Hannah')).toBe('H')
    expect(initials('Ann Mary de Lee')).toBe('AL')
  })
})
