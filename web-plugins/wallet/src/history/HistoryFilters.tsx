import { Segments, Select, useLanguage, useText } from '@witverse/sdk'
import type { HistoryFilter } from '../api/wallet'
import { lastMonths, monthName } from '../parts/moments'
import { KINDS } from './kinds'

const MONTHS = 24

interface HistoryFiltersProps {
  filter: HistoryFilter
  onFilter: (filter: HistoryFilter) => void
}

export function HistoryFilters({ filter, onFilter }: HistoryFiltersProps) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const set = (field: keyof HistoryFilter) => (value: string) => onFilter({ ...filter, [field]: value })
  return (
    <div className="wl-filters">
      <Segments
        label={t('history.direction')}
        name="direction"
        value={filter.direction}
        onValue={set('direction')}
        options={(['', 'in', 'out'] as const).map((value) => ({
          value,
          text: t(`history.${value || 'all'}`),
        }))}
      />
      <Select
        label={t('history.kind')}
        name="kind"
        value={filter.kind}
        onValue={set('kind')}
        options={[
          { value: '', text: t('history.everyKind') },
          ...KINDS.map((kind) => ({ value: kind, text: t(`filterKinds.${kind}`) })),
        ]}
      />
      <Select
        label={t('history.month')}
        name="month"
        value={filter.month}
        onValue={set('month')}
        options={[
          { value: '', text: t('history.everyMonth') },
          ...lastMonths(MONTHS).map((month) => ({ value: month, text: monthName(month, language) })),
        ]}
      />
    </div>
  )
}
