// A page that has only an empty state: something is missing, or not for the caller.
import { EmptyState, type EmptyStateProps } from './EmptyState'
import { Page } from './Page'

export function EmptyPage({ className, ...state }: Omit<EmptyStateProps, 'level'> & { className?: string }) {
  return (
    <Page title={state.title} className={className ?? 'wv-alone'}>
      <EmptyState level={1} {...state} />
    </Page>
  )
}
