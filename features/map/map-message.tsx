import { type ReactNode, Component } from 'react'

/**
 * What is said in the map's place, in its middle; before its sheet has come, too. Where no map is to come, the list
 * takes its place back by `data-broken`.
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

/** Where its script doesn't come. */
export const NoMap = () => (
  <MapMessage broken>The map could not be loaded. The list is all there.</MapMessage>
)

/** An error within the map leaves the rest of the page as it is. */
export class Caught extends Component<
  { instead: ReactNode; children: ReactNode },
  { broke: boolean }
> {
  override state = { broke: false }
  static getDerivedStateFromError = () => ({ broke: true })
  override render = () => (this.state.broke ? this.props.instead : this.props.children)
}
