import { type ReactNode, Component } from 'react'

/**
 * Shows a message in the middle of the map's place. Its styles are inline because it may be shown before the style
 * sheet is loaded. If `broken`, no map will appear, and style sheets use `data-broken` to give its place to the list.
 */
export const MapMessage = ({ broken, children }: { broken?: boolean; children: ReactNode }) => (
  <p
    data-broken={broken || undefined}
    style={{
      display: 'grid',
      placeContent: 'center',
      blockSize: '100%',
      padding: 'var(--space-5)',
      textAlign: 'center',
    }}
  >
    <span
      style={{
        padding: 'var(--space-2) var(--space-3)',
        borderRadius: 'var(--radius-md)',
        color: 'var(--ink)',
        background: 'var(--paper)',
      }}
    >
      {children}
    </span>
  </p>
)

/** Shown if the map's script can't be loaded. */
export const MapFailed = () => (
  <MapMessage broken>The map could not be loaded. The list is all there.</MapMessage>
)

/** Catches errors within the map, so that the rest of the page stays usable. */
export class MapErrorBoundary extends Component<
  { instead: ReactNode; children: ReactNode },
  { broke: boolean }
> {
  override state = { broke: false }
  static getDerivedStateFromError = () => ({ broke: true })
  override render = () => (this.state.broke ? this.props.instead : this.props.children)
}
