import { expect, test } from 'vitest'
import {
  addressWithoutLink,
  nameToFind,
  nameWithoutLink,
  parseSharedPlace,
} from './shared-place.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test.each([
  // Google Maps on Android: the address of a shortened link tells nothing.
  [
    { title: 'Matt’s Bar', text: 'Matt’s Bar\n3500 Cedar Ave S\nhttps://maps.app.goo.gl/a1B2' },
    'Matt’s Bar',
    null,
  ],
  [
    {
      text: 'https://www.google.com/maps/place/Matt%27s+Bar/@44.9,-93.3,17z/data=!3m1!4b1!4m6!8m2!3d44.9396!4d-93.2477',
    },
    "Matt's Bar",
    at(44.9396, -93.2477),
  ],
  [
    { url: 'https://www.google.com/maps/place/Caf%C3%A9+d%C3%BC+Nord/@44.9,-93.3,17z' },
    'Café dü Nord',
    at(44.9, -93.3),
  ],
  [{ url: 'https://maps.google.com/?q=44.94,-93.25' }, '', at(44.94, -93.25)],
  [{ url: 'https://www.google.com/maps/search/?api=1&query=Matt%27s%20Bar' }, "Matt's Bar", null],
  [
    { url: 'https://maps.google.com/maps?q=loc:44.94,-93.25(Matt’s+Bar)' },
    'Matt’s Bar',
    at(44.94, -93.25),
  ],
  // Apple Maps, the older and the newer addresses.
  [
    {
      title: 'Apple Maps',
      text: 'https://maps.apple.com/?address=3500%20Cedar&ll=44.9396,-93.2477&q=Matt%E2%80%99s%20Bar',
    },
    'Matt’s Bar',
    at(44.9396, -93.2477),
  ],
  [
    { url: 'https://maps.apple.com/place?coordinate=44.9396,-93.2477&name=Matt%E2%80%99s+Bar' },
    'Matt’s Bar',
    at(44.9396, -93.2477),
  ],
  // OpenStreetMap and apps that use its data.
  [
    {
      title: 'Matt’s Bar – OpenStreetMap',
      url: 'https://www.openstreetmap.org/?mlat=44.9396&mlon=-93.2477#map=19/44.93/-93.24',
    },
    'Matt’s Bar',
    at(44.9396, -93.2477),
  ],
  [{ url: 'https://www.openstreetmap.org/#map=19/44.93/-93.24' }, '', at(44.93, -93.24)],
  [{ text: 'geo:44.9396,-93.2477?z=18' }, '', at(44.9396, -93.2477)],
  [{ text: 'Look: geo:0,0?q=44.9396,-93.2477(Matt’s%20Bar)' }, 'Matt’s Bar', at(44.9396, -93.2477)],
  [{ url: 'geo:0,0?q=Matt’s+Bar' }, 'Matt’s Bar', null],
  // Each parameter by which an app may name a place or a point.
  ...['query', 'll', 'coordinate', 'destination', 'daddr', 'pin'].map(
    (key) =>
      [{ url: `https://maps.google.com/maps?${key}=44.94,-93.25` }, '', at(44.94, -93.25)] as const,
  ),
  [{ title: '晚餐 Noodle House' }, '晚餐 Noodle House', null],
] as const)('%o', (shared, name, point) => {
  expect(parseSharedPlace(shared)).toEqual({ name, point })
})

test('what names no place is told apart', () => {
  for (const text of [
    '',
    '   ',
    'https://maps.app.goo.gl/a1B2',
    '12345',
    'Google Maps',
    'geo:0,0',
    'geo:200,500',
    'https://%%',
    '@@@',
  ])
    expect(parseSharedPlace({ text }), text).toBeNull()
  expect(parseSharedPlace({})).toBeNull()
  expect(parseSharedPlace({ url: 'https://maps.google.com/?q=95,-193' })?.point ?? null).toBeNull()
})

test('a name is never longer than a search may be', () => {
  expect(parseSharedPlace({ text: 'x'.repeat(9000) })?.name).toHaveLength(100)
})

test.each([
  ['Lucy & Gus https://maps.app.goo.gl/abc', 'Lucy & Gus'],
  ['https://www.google.com/maps/place/Lucy+%26+Gus/@44.9,-93.3,17z', 'Lucy & Gus'],
  ['https://maps.app.goo.gl/abc', ''],
  [' Lucy  & Gus', ' Lucy  & Gus'],
])('a name typed or pasted as %j is %j', (typed, name) => {
  expect(nameWithoutLink(typed)).toBe(name)
})

test('an address is left without the link beside it', () => {
  expect(addressWithoutLink('3500 Cedar Ave S https://maps.app.goo.gl/abc')).toBe(
    '3500 Cedar Ave S',
  )
  expect(addressWithoutLink('https://maps.app.goo.gl/abc')).toBe('')
  expect(addressWithoutLink('3500 Cedar ')).toBe('3500 Cedar ')
})

test('a field searches for the name beside a link, and for nothing with a link alone', () => {
  expect(nameToFind('Lucy & Gus https://maps.app.goo.gl/abc')).toBe('Lucy & Gus')
  expect(nameToFind('https://maps.app.goo.gl/abc')).toBeNull()
  expect(nameToFind('')).toBe('')
})
