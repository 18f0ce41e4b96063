import { DisclosurePanel } from '#platform/web/ui/page/disclosure-panel.tsx'
import css from './bring.module.css'

/** Says which files can be read, and where to get them. */
export const WhereToGetFiles = () => (
  <DisclosurePanel summary="Where do I get such a file?">
    <dl className={css.sources}>
      <dt>Google Maps</dt>
      <dd>
        At takeout.google.com, choose “Maps (your places)” and “Saved”. Choose the whole zip here,
        or “Saved Places.json” and the lists’ CSV files in it.
      </dd>
      <dt>Foursquare and Swarm</dt>
      <dd>Settings, Privacy, “Initiate data download request”: the zip, or its JSON files.</dd>
      <dt>Yelp</dt>
      <dd>
        Account settings, Privacy, “Download a copy of your Yelp data”: the zip, or its pages with
        reviews and check-ins.
      </dd>
      <dt>Untappd</dt>
      <dd>As a supporter, “Beer History” has an export: its JSON or CSV.</dd>
      <dt>Organic Maps, OsmAnd and other maps</dt>
      <dd>Export your bookmarks as KML, KMZ or GPX.</dd>
      <dt>Yolo</dt>
      <dd>Your favorites from “Take along”, or the archive of your data.</dd>
      <dt>A spreadsheet</dt>
      <dd>
        Save it as CSV. It needs a column “Name”, and “Latitude” and “Longitude”, “Address” or
        “City”.
      </dd>
    </dl>
  </DisclosurePanel>
)
