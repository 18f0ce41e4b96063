import type { CacheKind } from './kept-caches.ts'

const droppedTexts: Partial<Record<CacheKind, string>> = {
  map: 'the maps',
  pictures: 'the pictures',
  'looked at calls': 'the dishes and restaurants',
  'looked at': 'the dishes and restaurants',
  'list calls': 'the lists',
  lists: 'the lists',
}

const listFormat = new Intl.ListFormat('en')

export function fullDeviceText(dropped: readonly CacheKind[]): string {
  if (dropped.length === 0)
    return 'This device is full. Pages that you open now aren’t kept for later.'
  const texts = new Set(dropped.map((kind) => droppedTexts[kind] ?? 'some pages'))
  return `This device is full. We dropped ${listFormat.format(texts)} that were kept for when you are offline.`
}
