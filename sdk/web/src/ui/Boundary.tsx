// Keeps a failure while drawing inside its part of the page.
import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** A change of this value forgets the failure: the person went elsewhere. */
  resetKey?: string
  children: ReactNode
}

interface BoundaryState {
  failure: { error: unknown } | null
  resetKey: string | undefined
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { failure: null, resetKey: props.resetKey }
  }

  override render() {
    const { failure } = this.state
    if (failure) return this.props.fallback(failure.error, () => this.setState({ failure: null }))
    return this.props.children
  }
}
