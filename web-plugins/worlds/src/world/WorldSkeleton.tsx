import { Skeleton, useText } from '@witverse/sdk'

export function WorldSkeleton() {
  const t = useText('worlds')
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton className="w-head-skeleton" />
      <WorldSkeletonColumns />
    </div>
  )
}

export function WorldSkeletonColumns() {
  return (
    <div className="w-world-columns">
      <Skeleton style={{ height: 280 }} />
      <Skeleton style={{ height: 240 }} />
    </div>
  )
}
