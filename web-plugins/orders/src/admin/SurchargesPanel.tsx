// What delivery to islands costs more, for administrators: a change makes a version, which holds for orders that are made later.
import { Button, ErrorMessage, formatDate, Panel, RowSkeletons, useLanguage, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useSurcharges } from '../api/surcharges'
import { won } from '../parts/format'
import { SurchargesDialog } from './SurchargesDialog'
import { codesOf } from './surcharge-lines'

export function SurchargesPanel() {
  const t = useText('orders')
  const { language } = useLanguage()
  const surcharges = useSurcharges()
  const [isOpen, setOpen] = useState(false)
  const list = surcharges.data
  return (
    <Panel
      title={t('surcharges.title')}
      text={t('surcharges.text')}
      action={
        list && (
          <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
            {t('surcharges.change')}
          </Button>
        )
      }
    >
      {surcharges.status === 'pending' && <RowSkeletons rows={3} />}
      {surcharges.status === 'error' && (
        <ErrorMessage error={surcharges.error} onRetry={() => void surcharges.refetch()} />
      )}
      {list && (
        <>
          <ul className="od-holidays" aria-label={t('surcharges.areas')}>
            {list.items.map((area) => (
              <li key={area.from}>
                <span>{codesOf(area)}</span>
                <span>
                  {won(area.won, language)} {area.area}
                </span>
              </li>
            ))}
          </ul>
          <p className="wv-note">
            {t('surcharges.version', {
              version: list.version,
              name: list.name,
              day: formatDate(list.madeAt),
            })}
          </p>
        </>
      )}
      {isOpen && list && <SurchargesDialog surcharges={list} onClose={() => setOpen(false)} />}
    </Panel>
  )
}
