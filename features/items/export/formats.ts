/** File formats for exporting lists and favorites (rules: taken along). */
export const exportFormats = ['csv', 'kml', 'geojson'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const mediaTypes = {
  csv: 'text/csv',
  kml: 'application/vnd.google-earth.kml+xml',
  geojson: 'application/geo+json',
} satisfies Record<ExportFormat, string>
export const exportMediaTypes = Object.values(mediaTypes)
