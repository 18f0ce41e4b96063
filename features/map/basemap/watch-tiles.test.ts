import { Event, Evented } from 'maplibre-gl'
import { expect, it } from 'vitest'
import type { Drawn } from '../engine.ts'
import { watchTiles } from './watch-tiles.ts'

function watched() {
  const map = new (class extends Evented {})()
  let told = 0
  watchTiles(map as Drawn, () => (told += 1))
  const send = (type: string, facts: object) => map.fire(new Event(type, facts))
  return {
    told: () => told,
    begin: () => send('styledataloading', { dataType: 'style' }),
    loads: () => send('style.load', {}),
    comes: (sourceId: string) => send('data', { sourceId, tile: {} }),
    fails: (sourceId: string | undefined, times: number) => {
      for (let at = 0; at < times; at++) send('error', { sourceId, error: new Error('503') })
    },
  }
}

it('tells of a style whose tiles don’t come, once, and of none that has brought some', () => {
  const { told, fails } = watched()
  fails('drawn', 9)
  fails('streets', 2)
  expect(told()).toBe(0)
  fails('streets', 9)
  expect(told()).toBe(1)

  const other = watched()
  other.comes('streets')
  other.fails('streets', 9)
  expect(other.told()).toBe(0)
})

it('looks at each style by itself: that of the light look may come and that of the dark one not', () => {
  const { told, begin, comes, fails } = watched()
  begin()
  comes('streets')
  fails('streets', 9)
  begin()
  fails('streets', 3)
  expect(told()).toBe(1)
})

it('letters, small pictures or a single tile that fail turn no style off', () => {
  const { told, begin, loads, fails } = watched()
  begin()
  loads()
  fails(undefined, 20)
  fails('streets', 1)
  expect(told()).toBe(0)
})

it('what is no style gives way at once', () => {
  const { told, begin, fails } = watched()
  begin()
  fails(undefined, 2)
  expect(told()).toBe(1)
})
