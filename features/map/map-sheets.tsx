import libreSheet from 'maplibre-gl/dist/maplibre-gl.css?url'
import sheet from './map.css?url'

/** The map's style sheets, which pages without a map don't load. React waits for them. */
export const MapSheets = () =>
  [libreSheet, sheet].map((href) => (
    <link key={href} rel="stylesheet" href={href} precedence="map" />
  ))
