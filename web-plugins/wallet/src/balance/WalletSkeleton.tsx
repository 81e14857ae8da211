import { Skeleton, useText } from '@witverse/sdk'

export function WalletSkeleton() {
  const t = useText('wallet')
  return (
    <div className="wv-page wl-page" role="status" aria-label={t('loading')}>
      <Skeleton className="is-title" />
      <div className="wl-top">
        <Skeleton style={{ height: 300, borderRadius: 22 }} />
        <Skeleton style={{ height: 300, borderRadius: 22 }} />
      </div>
      <div className="wl-columns">
        <Skeleton style={{ height: 420, borderRadius: 22 }} />
        <Skeleton style={{ height: 220, borderRadius: 22 }} />
      </div>
    </div>
  )
}
