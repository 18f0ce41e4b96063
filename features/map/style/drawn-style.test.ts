import type { SymbolLayerSpecification } from 'maplibre-gl'
import { expect, it } from 'vitest'
import { placeDotImageName, drawnStyle } from './drawn-style.ts'

it.each(['light', 'dark'] as const)(
  'a %s name stands beside its dot, or both are left out',
  (look) => {
    const { layers } = drawnStyle(look, 'http://127.0.0.1')
    const { layout } = layers.find(({ id }) => id === 'city') as SymbolLayerSpecification
    expect(layout).toMatchObject({ 'icon-image': placeDotImageName, 'text-field': ['get', 'name'] })
    // The name and its dot are placed together, and only if there is room.
    for (const key of Object.keys(layout!))
      expect(key).not.toMatch(/optional|overlap|ignore|anchor-offset/)
    const smallest = Math.min(
      ...[layout!['text-size']]
        .flat()
        .map(Number)
        .filter((size) => size > 3),
    )
    const away = Number(layout!['text-radial-offset']) + Number(layout!['text-padding']) / smallest
    expect(away).toBeLessThan(0.6)
    expect(layout!['text-variable-anchor']).not.toContain('center')
  },
)
