import List from 'lucide-react/icons/list'
import MapIcon from 'lucide-react/icons/map'
import { ChipLink } from '#platform/web/ui/list/chip.tsx'
import type { Listing } from './listing-loader.ts'
import type { Asking } from './use-question.ts'

/** From the list to the map and back: a link, so that the address says which. */
export const MapSwitch = ({ listing: { map }, asking }: { listing: Listing; asking: Asking }) => (
  <ChipLink
    to={asking.addressOf({}, { map: !map })}
    icon={map ? <List /> : <MapIcon />}
    preventScrollReset
    viewTransition={false}
  >
    {map ? 'List' : 'Map'}
  </ChipLink>
)
