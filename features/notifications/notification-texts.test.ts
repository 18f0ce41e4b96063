import { describe, expect, it } from 'vitest'
import type { Notification } from './contract.ts'
import { agoText, notificationPath, actorsText } from './notification-texts.ts'

const people = ['Ann', 'Bob', 'Eve'].map((userName, at) => ({ userId: at + 1, userName }))

describe('who', () => {
  it.each([
    [1, 'Ann'],
    [2, 'Ann and Bob'],
    [3, 'Ann and 2 others'],
    [5, 'Ann and 4 others'],
    [100, 'Ann and 99+ others'],
  ])('%i', (peopleCount, text) => {
    expect(actorsText({ people: people.slice(0, peopleCount), peopleCount })).toBe(text)
  })
})

it('members, where nobody is named', () => {
  expect(actorsText({ people: [], peopleCount: 0 })).toBe('Members')
})

describe('where to', () => {
  it('one follower’s page, or the list of them', () => {
    const notification = { kind: 'follow', item: null } as const
    expect(notificationPath({ ...notification, people: people.slice(0, 1), peopleCount: 1 })).toBe(
      '/user/1',
    )
    expect(notificationPath({ ...notification, people, peopleCount: 3 })).toBe(
      '/my-page?show=followers',
    )
  })

  it('the dish, or the restaurant that has closed', () => {
    const item = { id: 5, restaurantId: 9 } as Notification['item']
    const notification = { item, people, peopleCount: 3 }
    expect(notificationPath({ ...notification, kind: 'upvoted' })).toBe('/dish/5')
    expect(notificationPath({ ...notification, kind: 'gone' })).toBe('/dish/5')
    expect(notificationPath({ ...notification, kind: 'closed' })).toBe('/restaurant/9')
  })
})

describe('when', () => {
  const now = Date.parse('2026-01-31T12:00:00Z')
  it.each([
    ['2026-01-31T12:00:30Z', 'now'],
    ['2026-01-31T11:59:30Z', 'now'],
    ['2026-01-31T11:55:00Z', '5 min. ago'],
    ['2026-01-31T09:01:00Z', '2 hr. ago'],
    ['2026-01-30T12:00:00Z', 'yesterday'],
    ['2026-01-10T12:00:00Z', '3 wk. ago'],
  ])('%s', (time, text) => expect(agoText(time, now)).toBe(text))
})
