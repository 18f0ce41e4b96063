/** What lists and favourites may be taken along as, each with what it is good for (rules: taken along). */
export const formats = ['csv', 'kml', 'geojson'] as const
export type Format = (typeof formats)[number]

export const mediaTypes = {
  csv: 'text/csv',
  kml: 'application/vnd.google-earth.kml+xml',
  geojson: 'application/geo+json',
} satisfies Record<Format, string>
export const anyFormat = Object.values(mediaTypes)
