import { expect, test } from 'vitest'
import { escapeXml } from './xml.ts'

test('what marks up is escaped, what XML can’t hold is left out, all else stays', () => {
  expect(escapeXml(`<b a="1" c='2'>&`)).toBe('&#60;b a=&#34;1&#34; c=&#39;2&#39;&#62;&#38;')
  expect(escapeXml('a\u0000\u0008\u001f\ufffe\ud800b')).toBe('ab')
  expect(escapeXml('Jalapeño\t寿司\n🍔')).toBe('Jalapeño\t寿司\n🍔')
})
