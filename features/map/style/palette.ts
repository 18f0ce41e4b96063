/** The map's own colours; what lies on it takes the page's (tokens.css). */
export const palettes = {
  light: {
    water: '#c9dde3',
    land: '#f6efe1',
    park: '#dfe8cc',
    building: '#e9dfcd',
    road: '#fffdf8',
    roadEdge: '#e0d2bb',
    highway: '#f7dfae',
    border: '#a8947d',
    state: '#bfae98',
    county: '#ddcfba',
    grid: '#e9dfce',
    dot: '#b9a58d',
    name: '#5b4c40',
    halo: '#fbf5ea',
    accent: '#c62f14',
  },
  dark: {
    water: '#12242b',
    land: '#221a14',
    park: '#1f2a1c',
    building: '#2b211a',
    road: '#3b2f26',
    roadEdge: '#1b140f',
    highway: '#5a4526',
    border: '#7d6b5b',
    state: '#5c4d41',
    county: '#3a2f27',
    grid: '#2d231c',
    dot: '#6e5c4d',
    name: '#cdbcaa',
    halo: '#17110d',
    accent: '#ff7454',
  },
}

export type Look = keyof typeof palettes
export type Palette = (typeof palettes)[Look]
