import { exportFormats, type ExportFormat } from './formats.ts'
import styles from './export-links.module.css'

const words: Record<ExportFormat, string> = { csv: 'CSV', kml: 'KML', geojson: 'GeoJSON' }

/** Links that download the list above as files for spreadsheets and map apps. They work without scripts. */
export const ExportLinks = ({ to }: { to: string }) => (
  <p className={styles.line}>
    Take along:
    {exportFormats.map((format) => (
      <a key={format} href={`/api${to}format=${format}`}>
        {words[format]}
      </a>
    ))}
  </p>
)
