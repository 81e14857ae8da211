// Shows what a query loads: a placeholder, an error, or the data. Data stay when a refetch fails, and a quiet line says so.
// They go only when the caller may not see them any more.
import { ApiError } from '@witverse/api-client'
import type { ReactNode } from 'react'
import { ErrorMessage, RowSkeletons } from './ListView'
import { OutdatedLine, type Refetched } from './OutdatedLine'
import { PageError } from './PageError'
import { PageSkeleton } from './Skeleton'

interface LoadedProps<T> {
  query: Refetched & { data: T | undefined; error: unknown }
  /** The document title while loading and after a failure. Without it this is a part of a page. */
  title?: string | undefined
  /** Shown while there are no data yet. */
  waiting?: ReactNode
  /** Shown for 404 and 410: the resource does not exist or is hidden from the caller. */
  missing?: ReactNode | ((error: ApiError) => ReactNode)
  /** Shown for 401 and 403, if the page has its own words for it. */
  denied?: ReactNode | ((error: ApiError) => ReactNode)
  /** Shown instead of the usual message for other errors. */
  failed?: (error: unknown) => ReactNode
  children: (data: T) => ReactNode
}

const DENIED = [401, 403]
const MISSING = [404, 410]

export function Loaded<T>(props: LoadedProps<T>) {
  const { query, title, children } = props
  const { data, error } = query
  if (error && (data === undefined || isRefusal(error))) return <Failure {...props} error={error} />
  if (data === undefined) {
    if (props.waiting === undefined)
      return title === undefined ? <RowSkeletons /> : <PageSkeleton title={title} />
    return (
      <>
        {title !== undefined && <title>{`${title} · Witverse`}</title>}
        {props.waiting}
      </>
    )
  }
  return (
    <>
      <OutdatedLine query={query} />
      {children(data)}
    </>
  )
}

function Failure<T>({ query, title, missing, denied, failed, error }: LoadedProps<T> & { error: unknown }) {
  const retry = () => void query.refetch()
  if (isRefusal(error)) {
    const page = MISSING.includes(error.status) ? missing : denied
    if (page !== undefined) return typeof page === 'function' ? page(error) : page
  }
  if (failed) return failed(error)
  if (title === undefined) return <ErrorMessage error={error} onRetry={retry} />
  return <PageError title={title} error={error} onRetry={retry} />
}

/** The answer says that the caller may not see the resource: old data are not kept. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && [...DENIED, ...MISSING].includes(error.status)
