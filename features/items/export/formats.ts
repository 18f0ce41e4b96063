/** File formats in which lists and favorites can be taken along (rules: taken along). */
export const formats = ['csv', 'kml', 'geojson'] as const
export type Format = (typeof formats)[number]

export const mediaTypes = {
  csv: 'text/csv',
  kml: 'application/vnd.google-earth.kml+xml',
  geojson: 'application/geo+json',
} satisfies Record<Format, string>
export const anyFormat = Object.values(mediaTypes)
