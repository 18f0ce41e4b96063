import { expect, it } from 'vitest'
import { absoluteStyle } from './foreign-style.ts'

it('what a style names is read against its own address', () => {
  const style = absoluteStyle(
    {
      version: 8,
      glyphs: 'fonts/{fontstack}/{range}.pbf?key=k',
      sprite: '/sprite',
      sources: {
        base: { type: 'vector', url: '/tiles.json?key=k' },
        photos: {
          type: 'raster',
          tiles: ['https://b.example/{z}/{x}/{y}', '../p/{z}/{x}/{y}.png'],
        },
        points: { type: 'geojson', data: 'points.json' },
        own: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
      },
      layers: [],
    },
    'https://a.example/styles/light.json?key=k',
  )
  expect(style).toEqual({
    version: 8,
    glyphs: 'https://a.example/styles/fonts/{fontstack}/{range}.pbf?key=k',
    sprite: 'https://a.example/sprite',
    sources: {
      base: { type: 'vector', url: 'https://a.example/tiles.json?key=k' },
      photos: {
        type: 'raster',
        tiles: ['https://b.example/{z}/{x}/{y}', 'https://a.example/p/{z}/{x}/{y}.png'],
      },
      points: { type: 'geojson', data: 'https://a.example/styles/points.json' },
      own: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    },
    layers: [],
  })
})
