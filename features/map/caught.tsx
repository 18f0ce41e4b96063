import { Component, type ReactNode } from 'react'

/** What breaks in the map leaves the page as it is. */
export class Caught extends Component<
  { instead: ReactNode; children: ReactNode },
  { broke: boolean }
> {
  override state = { broke: false }
  static getDerivedStateFromError = () => ({ broke: true })
  override render = () => (this.state.broke ? this.props.instead : this.props.children)
}
