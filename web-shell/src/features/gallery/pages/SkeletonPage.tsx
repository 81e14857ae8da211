import { RowSkeletons, Skeleton, useText } from '@witverse/sdk'
import { Demo } from '../Demo'

export function SkeletonPage() {
  const t = useText('shell-gallery')
  return (
    <>
      <Demo title={t('states.many')}>
        <RowSkeletons rows={3} />
      </Demo>
      <Demo title={t('states.loading')}>
        <div>
          <Skeleton className="is-title" />
          <Skeleton className="is-line" />
          <Skeleton style={{ height: 160 }} />
        </div>
      </Demo>
    </>
  )
}
