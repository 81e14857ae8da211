import { Skeleton, useText } from '@witverse/sdk'

export function WalletSkeleton() {
  const t = useText('wallet')
  return (
    <div className="wv-page is-stack" role="status" aria-label={t('loading')}>
      <Skeleton className="is-title" />
      <div className="wl-top">
        <Skeleton style={{ height: 300, borderRadius: 'var(--radius-card)' }} />
        <Skeleton style={{ height: 300, borderRadius: 'var(--radius-card)' }} />
      </div>
      <div className="wl-columns">
        <Skeleton style={{ height: 420, borderRadius: 'var(--radius-card)' }} />
        <Skeleton style={{ height: 220, borderRadius: 'var(--radius-card)' }} />
      </div>
    </div>
  )
}
