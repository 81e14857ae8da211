// The sanctions of an account: impose and lift.
import {
  Badge,
  Button,
  EmptyInline,
  formatMoment,
  Icon,
  lengthOf,
  Modal,
  TextArea,
  useApi,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../parts/Section'
import { useForm } from '../../parts/useForm'
import type { CaseAction } from '../moderation/api'
import { checkMeasure, MeasureFields, NO_MEASURE } from '../moderation/MeasureFields'
import { hoursOf, REASON_LENGTH } from '../moderation/measures'
import { FormError } from '../sign-in/FormError'
import { problemsOf } from '../validation/rules'
import { type AccountDetail, liftSanction, type Sanction, sanction, useRefreshAdmin } from './api'

const ACTIONS = ['warn', 'mute', 'suspend'] as const

export function SanctionsSection({ account }: { account: AccountDetail }) {
  const t = useText('shell-operators')
  const words = useText('shell-safety')
  const [imposing, setImposing] = useState(false)
  const [lifting, setLifting] = useState<Sanction | null>(null)
  return (
    <Section
      title={t('sanctions.title')}
      action={
        <Button variant="secondary" size="small" onClick={() => setImposing(true)}>
          <Icon name="gavel" size={16} /> {t('sanctions.impose')}
        </Button>
      }
    >
      {account.sanctions.length === 0 ? (
        <EmptyInline text={t('sanctions.none')} />
      ) : (
        <ul className="wv-rows">
          {account.sanctions.map((one) => (
            <li key={one.id} className="pt-row">
              <div className="pt-row-text">
                <strong>
                  {words(`actions.${one.action}`)}{' '}
                  <Badge tone={one.state === 'in_force' ? 'bad' : 'plain'}>
                    {words(`states.${one.state}`)}
                  </Badge>
                </strong>
                <small>
                  {[
                    formatMoment(one.at),
                    one.until && words('until', { date: formatMoment(one.until) }),
                    one.by?.nickname,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
                <p>{one.reason}</p>
              </div>
              {one.state === 'in_force' && (
                <Button variant="quiet" size="small" onClick={() => setLifting(one)}>
                  {t('sanctions.lift')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {imposing && <ImposeDialog id={account.id} onClose={() => setImposing(false)} />}
      {lifting && <LiftDialog id={lifting.id} onClose={() => setLifting(null)} />}
    </Section>
  )
}

function ImposeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('shell-operators')
  const text = useFormText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const form = useForm({
    initial: NO_MEASURE,
    validate: checkMeasure,
    submit: async (values) => {
      const hours = hoursOf(values.action as CaseAction, values.length)
      await sanction(api, id, {
        action: values.action as Sanction['action'],
        reason: values.reason.trim(),
        ...hours,
      })
      await refresh()
      toast(t('decision.done'), 'good')
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} closeOnOutside={false} title={t('sanctions.impose')}>
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        <MeasureFields actions={ACTIONS} values={form.values} errors={form.errors} set={form.set} />
        <FormError text={text(form.errors.form)} />
        <Button type="submit" wide pending={form.pending}>
          {t('decision.submit')}
        </Button>
      </form>
    </Modal>
  )
}

function LiftDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('shell-operators')
  const text = useFormText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const form = useForm({
    initial: { reason: '' },
    validate: (values) =>
      problemsOf({
        reason: lengthOf(values.reason.trim()) < REASON_LENGTH.least ? 'decision.reasonShort' : undefined,
      }),
    submit: async ({ reason }) => {
      await liftSanction(api, id, reason.trim())
      await refresh()
      toast(t('sanctions.lifted'), 'good')
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('sanctions.lift')} description={t('sanctions.liftText')}>
      <form ref={form.form} onSubmit={form.onSubmit} className="wv-form" noValidate>
        <TextArea
          name="reason"
          label={t('decision.reason')}
          value={form.values.reason}
          onValue={(value) => form.set('reason', value)}
          maxLength={REASON_LENGTH.most}
          rows={3}
          error={text(form.errors.reason)}
        />
        <FormError text={text(form.errors.form)} />
        <Button type="submit" wide pending={form.pending}>
          {t('sanctions.lift')}
        </Button>
      </form>
    </Modal>
  )
}
