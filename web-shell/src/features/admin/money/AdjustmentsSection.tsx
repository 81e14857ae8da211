// Corrections of balances: one administrator proposes, another one decides.
import {
  Badge,
  Button,
  Confirm,
  EmptyInline,
  formatWit,
  ListView,
  PersonLine,
  useApi,
  useCaller,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { useSudo } from '../../profile/sudo/SudoProvider'
import { useRefreshAdmin } from '../api'
import { AnswerDialog } from './AnswerDialog'
import { type Adjustment, approveAdjustment, rejectAdjustment, useAdjustments } from './api'
import { Filter } from './Filter'
import { ProposeModal } from './ProposeModal'
import { ReviewLines } from './ReviewLines'

const TONES: Record<string, 'plain' | 'good' | 'bad' | 'accent'> = {
  proposed: 'accent',
  applied: 'good',
  rejected: 'plain',
  failed: 'bad',
}

type Decision = 'approve' | 'reject'

export function AdjustmentsSection() {
  const t = useText('shell-money')
  const [state, setState] = useState<'proposed' | 'all'>('proposed')
  const [proposing, setProposing] = useState(false)
  const [deciding, setDeciding] = useState<{ adjustment: Adjustment; decision: Decision } | null>(null)
  const list = useAdjustments(state)
  const close = () => setDeciding(null)
  return (
    <Section
      title={t('adjustments.title')}
      text={t('adjustments.text')}
      action={
        <Button size="small" onClick={() => setProposing(true)}>
          {t('adjustments.propose')}
        </Button>
      }
    >
      <Filter
        label={t('adjustments.title')}
        value={state}
        onValue={setState}
        options={(['proposed', 'all'] as const).map((value) => ({ value, text: t(`adjustments.${value}`) }))}
      />
      <ListView
        list={list}
        label={t('adjustments.title')}
        keyOf={(adjustment) => adjustment.id}
        empty={<EmptyInline text={t(state === 'all' ? 'adjustments.none' : 'adjustments.noneOpen')} />}
      >
        {(adjustment) => (
          <AdjustmentCard
            adjustment={adjustment}
            onDecide={(decision) => setDeciding({ adjustment, decision })}
          />
        )}
      </ListView>
      {proposing && <ProposeModal onClose={() => setProposing(false)} />}
      {deciding?.decision === 'approve' && <ApproveDialog adjustment={deciding.adjustment} onClose={close} />}
      {deciding?.decision === 'reject' && <RejectDialog adjustment={deciding.adjustment} onClose={close} />}
    </Section>
  )
}

function AdjustmentCard({
  adjustment,
  onDecide,
}: {
  adjustment: Adjustment
  onDecide: (decision: Decision) => void
}) {
  const t = useText('shell-money')
  const { user } = useCaller()
  const own = adjustment.proposedBy.id === user?.id
  const name = adjustment.account.nickname ?? t('person.gone')
  return (
    <article className="ad-card">
      <header>
        <PersonLine name={name} to={`/admin/people/${adjustment.account.id}`} />
        <Badge tone={TONES[adjustment.state] ?? 'plain'}>{t(`adjustmentStates.${adjustment.state}`)}</Badge>
      </header>
      <p className={adjustment.amountHundredths > 0 ? 'ad-sum is-in' : 'ad-sum'}>
        {formatWit(adjustment.amountHundredths, { sign: 'always' })} WIT
      </p>
      <ReviewLines reason={adjustment.reason} review={adjustment} />
      {adjustment.state === 'proposed' && own && <p className="ad-waiting">{t('adjustments.second')}</p>}
      {adjustment.state === 'proposed' && !own && (
        <div className="wv-actions">
          <Button size="small" onClick={() => onDecide('approve')}>
            {t('adjustments.approve')}
          </Button>
          <Button size="small" variant="secondary" onClick={() => onDecide('reject')}>
            {t('adjustments.reject')}
          </Button>
        </div>
      )}
    </article>
  )
}

interface DecideProps {
  adjustment: Adjustment
  onClose: () => void
}

const valuesOf = (adjustment: Adjustment) => ({
  name: adjustment.account.nickname ?? '–',
  wit: formatWit(adjustment.amountHundredths, { sign: 'always' }),
})

function ApproveDialog({ adjustment, onClose }: DecideProps) {
  const t = useText('shell-money')
  const api = useApi()
  const toast = useToast()
  const sudo = useSudo()
  const refresh = useRefreshAdmin()
  return (
    <Confirm
      title={t('adjustments.approveTitle')}
      text={t('adjustments.approveText', valuesOf(adjustment))}
      action={t('adjustments.approve')}
      onClose={onClose}
      onConfirm={async () => {
        await sudo(() => approveAdjustment(api, adjustment.id))
        toast(t('adjustments.approveDone'), 'good')
        await refresh()
      }}
    />
  )
}

function RejectDialog({ adjustment, onClose }: DecideProps) {
  const t = useText('shell-money')
  const api = useApi()
  return (
    <AnswerDialog
      title={t('adjustments.rejectTitle')}
      text={t('adjustments.rejectText', valuesOf(adjustment))}
      label={t('adjustments.answer')}
      hint={t('forTheLog')}
      action={t('adjustments.reject')}
      done={t('adjustments.rejectDone')}
      tone="danger"
      onDecide={(answer) => rejectAdjustment(api, adjustment.id, answer)}
      onClose={onClose}
    />
  )
}
