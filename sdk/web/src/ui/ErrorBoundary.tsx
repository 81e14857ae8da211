// Contains rendering errors of a part of the page.
import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** A change of this value clears the error, for example after navigation. */
  resetKey?: string
  children: ReactNode
}

interface ErrorBoundaryState {
  failure: { error: unknown } | null
  resetKey: string | undefined
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { failure: null, resetKey: props.resetKey }
  }

  override render() {
    const { failure } = this.state
    if (failure) return this.props.fallback(failure.error, () => this.setState({ failure: null }))
    return this.props.children
  }
}
