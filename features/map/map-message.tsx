import { type ReactNode, Component } from 'react'

/** Says something in place of the map. If `broken`, no map will appear, and its place is given to the list. */
export const MapMessage = ({ broken, children }: { broken?: boolean; children: ReactNode }) => (
  <p className="map-message" data-broken={broken || undefined}>
    {children}
  </p>
)

export const MapFailed = () => (
  <MapMessage broken>The map could not be loaded. The list is all there.</MapMessage>
)

/** Catches errors within the map, so that the rest of the page stays usable. */
export class MapErrorBoundary extends Component<
  { instead: ReactNode; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false }
  static getDerivedStateFromError = () => ({ isBroken: true })
  override render = () => (this.state.isBroken ? this.props.instead : this.props.children)
}
