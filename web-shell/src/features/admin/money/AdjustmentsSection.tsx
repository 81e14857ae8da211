// Corrections of balances: one administrator proposes, another one decides.
import {
  Badge,
  Button,
  Confirm,
  formatMoment,
  formatWit,
  ListView,
  Nothing,
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
  const [deciding, setDeciding] = useState<{ one: Adjustment; decision: Decision } | null>(null)
  const list = useAdjustments(state)
  const close = () => setDeciding(null)
  return (
    <Section
      title={t('adjustments.title')}
      text={t('adjustments.text')}
      aside={
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
        keyOf={(one) => one.id}
        empty={<Nothing text={t(state === 'all' ? 'adjustments.none' : 'adjustments.noneOpen')} />}
      >
        {(one) => <Card one={one} onDecide={(decision) => setDeciding({ one, decision })} />}
      </ListView>
      {proposing && <ProposeModal onClose={() => setProposing(false)} />}
      {deciding?.decision === 'approve' && <Approve one={deciding.one} onClose={close} />}
      {deciding?.decision === 'reject' && <Reject one={deciding.one} onClose={close} />}
    </Section>
  )
}

function Card({ one, onDecide }: { one: Adjustment; onDecide: (decision: Decision) => void }) {
  const t = useText('shell-money')
  const { user } = useCaller()
  const own = one.proposedBy.id === user?.id
  const name = one.account.nickname ?? t('person.gone')
  return (
    <article className="ad-card">
      <header>
        <PersonLine name={name} to={`/admin/people/${one.account.id}`} />
        <Badge tone={TONES[one.state] ?? 'plain'}>{t(`adjustmentStates.${one.state}`)}</Badge>
      </header>
      <p className={one.amountHundredths > 0 ? 'ad-sum is-in' : 'ad-sum'}>
        {formatWit(one.amountHundredths, { sign: 'always' })} WIT
      </p>
      <blockquote>
        <p>{one.reason}</p>
        <small>
          {t('adjustments.by', {
            name: one.proposedBy.nickname ?? t('person.gone'),
            date: formatMoment(one.proposedAt),
          })}
        </small>
      </blockquote>
      {one.decidedBy && one.decidedAt && (
        <p className="ad-answer">
          {t('adjustments.decided', {
            name: one.decidedBy.nickname ?? t('person.gone'),
            date: formatMoment(one.decidedAt),
          })}
          {one.answer && ` · ${one.answer}`}
        </p>
      )}
      {one.state === 'proposed' && own && <p className="ad-waiting">{t('adjustments.second')}</p>}
      {one.state === 'proposed' && !own && (
        <div className="wv-actions">
          <Button size="small" onClick={() => onDecide('approve')}>
            {t('adjustments.approve')}
          </Button>
          <Button size="small" look="secondary" onClick={() => onDecide('reject')}>
            {t('adjustments.reject')}
          </Button>
        </div>
      )}
    </article>
  )
}

interface DecideProps {
  one: Adjustment
  onClose: () => void
}

const valuesOf = (one: Adjustment) => ({
  name: one.account.nickname ?? '–',
  wit: formatWit(one.amountHundredths, { sign: 'always' }),
})

function Approve({ one, onClose }: DecideProps) {
  const t = useText('shell-money')
  const api = useApi()
  const toast = useToast()
  const sudo = useSudo()
  const refresh = useRefreshAdmin()
  return (
    <Confirm
      title={t('adjustments.approveTitle')}
      text={t('adjustments.approveText', valuesOf(one))}
      action={t('adjustments.approve')}
      onClose={onClose}
      onConfirm={async () => {
        await sudo(() => approveAdjustment(api, one.id))
        toast(t('adjustments.approveDone'), 'good')
        await refresh()
      }}
    />
  )
}

function Reject({ one, onClose }: DecideProps) {
  const t = useText('shell-money')
  const api = useApi()
  return (
    <AnswerDialog
      title={t('adjustments.rejectTitle')}
      text={t('adjustments.rejectText', valuesOf(one))}
      label={t('adjustments.answer')}
      hint={t('forTheLog')}
      action={t('adjustments.reject')}
      done={t('adjustments.rejectDone')}
      tone="danger"
      onDecide={(answer) => rejectAdjustment(api, one.id, answer)}
      onClose={onClose}
    />
  )
}
