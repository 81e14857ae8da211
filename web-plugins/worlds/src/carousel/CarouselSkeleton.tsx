import { Skeleton, useText } from '@witverse/sdk'

export function CarouselSkeleton() {
  const t = useText('worlds')
  return (
    <div className="w-carousel-skeleton" role="status" aria-label={t('loading')}>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} className="w-card-skeleton" />
      ))}
    </div>
  )
}
