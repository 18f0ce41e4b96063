import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { placeDot } from './dot.ts'
import { palettes, type Look } from './palette.ts'

/** Written by the browser: no glyphs are fetched. */
export const fonts = ['system-ui', 'sans-serif']

/** A name stands directly beside its place, on the first side that is free; where none is it is left out. */
export const sides = [
  'left',
  'right',
  'top',
  'bottom',
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
] as const

/**
 * How near one may come. Without streets it would be a blank sheet soon: marks are told apart there that are farther
 * from one another than one building, at the equator too.
 */
export const nearestOf = ({ sources }: StyleSpecification) =>
  Object.keys(sources).join() === 'drawn' ? 15.5 : 17

/** The map that is drawn of what comes with the site. Without an address for glyphs the browser's own fonts write. */
export function drawnStyle(look: Look, origin: string): StyleSpecification {
  return {
    version: 8,
    sources: {
      drawn: {
        type: 'vector',
        tiles: [`${origin}/api/map/drawn/{z}/{x}/{y}`],
        maxzoom: 12,
      },
    },
    layers: layersOf(look),
  }
}

function layersOf(look: Look): LayerSpecification[] {
  const colour = palettes[look]
  const line = (
    layer: string,
    at: string,
    width: number,
    dashes?: number[],
  ): LayerSpecification => ({
    id: layer,
    type: 'line',
    source: 'drawn',
    'source-layer': layer,
    paint: {
      'line-color': at,
      'line-width': width,
      ...(dashes && { 'line-dasharray': dashes }),
    },
  })
  return [
    { id: 'water', type: 'background', paint: { 'background-color': colour.water } },
    {
      id: 'land',
      type: 'fill',
      source: 'drawn',
      'source-layer': 'land',
      paint: { 'fill-color': colour.land, 'fill-antialias': false },
    },
    line('grid', colour.grid, 1),
    { ...line('county', colour.county, 1), minzoom: 6 },
    line('state', colour.state, 1.25, [3, 2]),
    line('country', colour.border, 1.5),
    {
      id: 'restaurant',
      type: 'circle',
      source: 'drawn',
      'source-layer': 'restaurant',
      paint: {
        'circle-color': colour.dot,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 11, 1.25, 15, 3.5],
      },
    },
    {
      id: 'city',
      type: 'symbol',
      source: 'drawn',
      'source-layer': 'city',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': fonts,
        'text-size': ['match', ['get', 'size'], 3, 17, 2, 14, 1, 12.5, 11.5],
        'text-max-width': 8,
        // Together with the padding about half an em.
        'text-variable-anchor': [...sides],
        'text-radial-offset': 0.25,
        'text-padding': 3,
        'text-justify': 'auto',
        // With its name or not at all.
        'icon-image': placeDot,
        'icon-padding': 1,
        'symbol-sort-key': ['get', 'order'],
      },
      paint: {
        'icon-color': colour.name,
        'icon-halo-color': colour.halo,
        'icon-halo-width': 1,
        'text-color': colour.name,
        'text-halo-color': colour.halo,
        'text-halo-width': 1.5,
      },
    },
  ]
}
