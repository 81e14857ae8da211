// The notice on withdrawal and defects, with the legal periods in force.
import { ErrorMessage, Skeleton, useText } from '@witverse/sdk'
import { useLegalTerms } from '../api/terms'

/** `random` and `parcel` say what can be withdrawn; `defect` holds for every product. */
export function LegalNotice({ about }: { about: 'random' | 'parcel' | 'defect' }) {
  const t = useText('orders')
  const terms = useLegalTerms()
  if (terms.status === 'pending') return <Skeleton />
  if (terms.status === 'error') {
    return <ErrorMessage error={terms.error} onRetry={() => void terms.refetch()} />
  }
  const { withdrawDays, defectDays, foundDays, refundBusinessDays } = terms.data
  return (
    <p className="od-prose">
      {t(`notice.${about}`, { withdrawDays, defectDays, foundDays, refundBusinessDays })}
    </p>
  )
}
