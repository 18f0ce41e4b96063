import { expect, it } from 'vitest'
import { milesBetween } from '../../domain/position/miles.ts'
import { generator, pointIn, densest } from '../centres.ts'
import { alsoAsked } from '../questions.ts'
import { askedIn, read } from './asked.ts'
import { against, better, mustEqual, together } from './contenders.ts'
import { parse } from './redis/client.ts'
import { foundIn, memberOf } from './redis/ranking.ts'
import { boxAround, translated } from './translations.ts'

const asked = { category: 3, point: densest, distanceMiles: 20, tags: [] as number[] }
const spread = (perSecond: number) => ({ p50: 1, p99: 2, perSecond })

it('peers are asked what the bench asks the site', () => {
  const path = '/api/yolos?category=3&latitude=40.75&longitude=-73.98&distanceMiles=5&tags=35,37'
  const point = { latitude: 40.75, longitude: -73.98 }
  expect(read(path)).toEqual({ category: 3, point, distanceMiles: 5, tags: [35, 37] })
  const next = alsoAsked.listing_reads!({ items: 10_000, tokens: [], seed: 5 })
  const same = askedIn('listing_reads', 10_000, 5)
  const some = Array.from({ length: 200 }, () => ({ path: next().path, asked: same() }))
  for (const one of some) expect(one.asked).toEqual(read(one.path))
  const miles = new Set(some.map(({ asked: { distanceMiles } }) => distanceMiles))
  expect([...miles].sort((a, b) => a - b)).toEqual([1, 5, 10, 20])
})

it('a peer that answers otherwise ends the bench, which says where', () => {
  expect(() => mustEqual('peer', asked, [1, 2, 3], [1, 2, 3])).not.toThrow()
  const differs = /place 2 is 3, ours 2 \(3 and 3 dishes\) for .*"category":3/
  expect(() => mustEqual('peer', asked, [1, 3, 2], [1, 2, 3])).toThrow(differs)
  expect(() => mustEqual('peer', asked, [1], [1, 2])).toThrow(/place 2 is empty, ours 2/)
  expect(() => mustEqual('peer', asked, [1, 2], [1])).toThrow(/place 2 is 2, ours empty/)
})

it('of a peer’s plans the better one counts, round by round', () => {
  const ours = together([spread(100), spread(300), spread(200)])
  const found = new Map([
    ['ours', ours],
    ['peer, slow', together([spread(1), spread(1), spread(1)])],
    ['peer, fast', together([spread(10), spread(100), spread(10)])],
    ['other, fast', together([spread(900), spread(900), spread(900)])],
  ])
  const { ratio, ratios, plan } = against(ours, better(found, 'peer'))
  expect({ ratio, ratios, plan }).toEqual({ ratio: 10, ratios: [10, 3, 20], plan: 'peer, fast' })
})

it('a reply of Redis is read once it is all there', () => {
  const bytes = Buffer.from('*3\r\n:7\r\n$5\r\nné, \r\n*1\r\n$-1\r\n+OK\r\n-ERR no\r\n')
  const whole = bytes.indexOf('+OK')
  for (let length = 0; length < whole; length++)
    expect(parse(bytes.subarray(0, length), 0), `${length} bytes`).toBeNull()
  expect(parse(bytes, 0)).toEqual({ reply: [7, 'né, ', [null]], end: whole })
  const ok = parse(bytes, whole)!
  expect(ok.reply).toBe('OK')
  expect(parse(bytes, ok.end)!.reply).toEqual(new Error('Redis: ERR no'))
})

it('members of Redis’s sets stand in the order of the ranking and tell where they are', () => {
  // Dishes with equal upvotes, best first: by number of favorites, then by the newest favorite, then by ID.
  const best = [
    ['9', '10', '1700000000000000'],
    ['30', '9', '1700000000000002'],
    ['7', '9', '1700000000000001'],
    ['12', '9', '1700000000000001'],
    ['100', '9', '1700000000000001'],
  ]
  const members = best.map(([id, yolos, newest]) =>
    memberOf([id!, '3', '40.7536', '-73.9832', '5', yolos!, newest!, '35,37']),
  )
  expect(members.toSorted().toReversed()).toEqual(members)
  const place = { latitude: 40.7536, longitude: -73.9832 }
  expect(members.map((member) => foundIn(member, asked)?.id)).toEqual([9, 30, 7, 12, 100])
  expect(foundIn(members[0]!, { ...asked, tags: [1, 37] })).toEqual({ id: 9, ...place })
  expect(foundIn(members[0]!, { ...asked, tags: [3] })).toBeNull()
  const far = { latitude: 44, longitude: -93 }
  expect(foundIn(members[0]!, { ...asked, point: far })).toBeNull()
})

it('the box that is asked for holds the whole circle', () => {
  const random = generator(3)
  for (let n = 0; n < 500; n++) {
    const point = pointIn(
      { latitude: random() * 120 - 60, longitude: random() * 300 - 150 },
      random,
    )
    const distanceMiles = [20, 10, 5, 1][n % 4]!
    const { south, north, west, east } = boxAround({ ...asked, point, distanceMiles })
    for (let m = 0; m < 20; m++) {
      const there = {
        latitude: point.latitude + (random() - 0.5) * 0.7,
        longitude: point.longitude + (random() - 0.5) * 1.4,
      }
      if (milesBetween(point, there) > distanceMiles) continue
      expect(there.latitude > south && there.latitude < north, JSON.stringify(there)).toBe(true)
      expect(there.longitude > west && there.longitude < east, JSON.stringify(there)).toBe(true)
    }
  }
})

it('each product is asked in its own words', () => {
  const path = '/api/yolos?category=3&latitude=40.75&longitude=-73.98&tags=35'
  const query = (way: Parameters<typeof translated>[0]) =>
    new URL(translated(way, path).path, 'http://peer').searchParams
  const where = JSON.parse(query('parse, circle').get('where')!)
  expect(where).toMatchObject({ category: 3, tags: { $in: [35] } })
  // 20 miles in kilometers, from the angle and Parse's radius of the Earth.
  expect(where.place.$geoWithin.$centerSphere[1] * 6371).toBeCloseTo(32.18688, 9)
  expect(query('strapi, REST').get('filters[$or][0][tags][$contains]')).toBe(',35,')
})
