import { Component, type ErrorInfo, type ReactNode } from 'react'
import { pageConfig } from '../../lib/page-config.ts'
import { Whoops } from './status-pages.tsx'

/** Catches errors outside of the routes. An error boundary of React must be a class. */
export class Crash extends Component<{ children: ReactNode }, { detail: string | null }> {
  override state = { detail: null as string | null }

  static getDerivedStateFromError(error: unknown): { detail: string } {
    return { detail: error instanceof Error ? error.message : String(error) }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    if (pageConfig().debug) console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    return this.state.detail === null ? this.props.children : <Whoops detail={this.state.detail} />
  }
}
