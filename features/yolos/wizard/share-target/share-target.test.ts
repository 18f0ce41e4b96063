import { expect, it } from 'vitest'
import { testApp } from '#platform/testing/app.ts'
import { isFromAnotherSite } from './share-target.ts'

const app = await testApp()

const share = async (
  fields: Record<string, string | Blob>,
  headers: Record<string, string> = {},
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const answer = await app.request('POST', '/add-yolo', { body: form, headers })
  const { status, text } = answer
  return [status, answer.headers.get('location'), answer.headers.get('cache-control'), text]
}

it('a place that is shared where no service worker is leads to the wizard with its texts', async () => {
  const texts = { title: 'Café & Bar', text: 'https://maps.example/?ll=1,2', url: '' }
  expect(await share(texts)).toEqual([
    303,
    '/add-yolo?title=Caf%C3%A9+%26+Bar&text=https%3A%2F%2Fmaps.example%2F%3Fll%3D1%2C2&url=',
    'no-store',
    '',
  ])
  const longest = '日'.repeat(900)
  const [, long] = await share({ title: longest, text: longest, url: longest, other: 'x' })
  expect(long).toContain(`text=${encodeURIComponent('日'.repeat(100))}`)
  // A long link has the point behind the name.
  const link = `https://maps.example/place/${encodeURIComponent('日'.repeat(60))}/@44.98,-93.26`
  expect((await share({ title: 'Name', text: link }))[1]).toContain('44.98%2C-93.26')
  // The server refuses addresses that are too long.
  expect((await app.request('GET', String(long))).status).not.toBe(414)
})

it('a photo that is shared there must be chosen again', async () => {
  const lost = [303, '/add-yolo?shared=lost', 'no-store', '']
  const photo = new File([new Uint8Array(3_000_000)], 'dish.jpg', { type: 'image/jpeg' })
  expect(await share({ title: 'Soup', photo })).toEqual(lost)
  const texts = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`text${at}`, 'x']))
  expect(await share(texts)).toEqual(lost)
  expect(await share({ text: 'x'.repeat(1_000_000) })).toEqual(lost)
})

it('anything but a form leads to the wizard too, or is refused', async () => {
  const answer = await app.request('POST', '/add-yolo')
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    '/add-yolo?title=&text=&url=',
  ])
  const wrong = await app.request('POST', '/add-yolo', { body: new URLSearchParams({ text: 'x' }) })
  expect(wrong.status).toBe(415)
})

it('what a page of another site sends is refused, and leads to the wizard without it from one beside ours', async () => {
  const send = (site: string) => share({ title: 'Lucy' }, { 'Sec-Fetch-Site': site })
  expect(await send('same-site')).toEqual([303, '/add-yolo', 'no-store', ''])
  expect((await send('cross-site')).slice(0, 2)).toEqual([403, null])
  for (const site of ['none', 'same-origin'])
    expect((await share({ title: 'Lucy' }, { 'Sec-Fetch-Site': site }))[1]).toContain('Lucy')
})

const own = 'https://yolo.example'
const usual = 'strict-origin-when-cross-origin'
it.each<[boolean, string, string | null, string, ReferrerPolicy]>([
  [false, 'the system', 'null', '', usual],
  [false, 'the system, as a navigation of the browser', null, '', 'unsafe-url'],
  [false, 'an app that Android names', 'null', 'android-app://com.example.photos/', usual],
  [false, 'a page of ours', own, `${own}/home`, usual],
  [true, 'another site', 'https://evil.example', 'https://evil.example/', usual],
  [true, 'another site that names only a referrer', 'null', 'https://evil.example/', usual],
  [true, 'another site without a referrer', 'null', '', 'no-referrer'],
  [true, 'another site that tells itself its referrers', 'null', '', 'same-origin'],
])('that another site sent the form is %s of %s', (isAnother, _who, origin, referrer, policy) => {
  const headers = new Headers(origin === null ? {} : { origin })
  expect(isFromAnotherSite({ headers, referrer, referrerPolicy: policy }, own)).toBe(isAnother)
})
