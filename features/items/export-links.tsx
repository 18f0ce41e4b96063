/** Links that download the list above as files for spreadsheets and map apps. They work without scripts. */
export const ExportLinks = ({ to }: { to: string }) => (
  <p className="links quiet">
    Take along:
    <a href={`/api${to}format=csv`}>CSV</a>
    <a href={`/api${to}format=geojson`}>GeoJSON</a>
  </p>
)
