// The sanctions of an account: impose and lift.
import {
  Badge,
  Button,
  EmptyInline,
  formatMoment,
  Icon,
  Modal,
  Row,
  TextArea,
  useApi,
  useText,
  useToast,
} from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { Section } from '../../parts/Section'
import { MEASURE, MeasureFields, NO_MEASURE } from '../moderation/MeasureFields'
import { hoursOf, REASON_LENGTH } from '../moderation/measures'
import { reasonText } from '../moderation/reason'
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
            <li key={one.id}>
              <Row
                boxed
                title={words(`actions.${one.action}`)}
                badge={
                  <Badge tone={one.state === 'in_force' ? 'bad' : 'plain'}>
                    {words(`states.${one.state}`)}
                  </Badge>
                }
                notes={[
                  [
                    formatMoment(one.at),
                    one.until && words('until', { date: formatMoment(one.until) }),
                    one.by?.nickname,
                  ]
                    .filter(Boolean)
                    .join(' · '),
                  one.reason,
                ]}
              >
                {one.state === 'in_force' && (
                  <Button variant="quiet" size="small" onClick={() => setLifting(one)}>
                    {t('sanctions.lift')}
                  </Button>
                )}
              </Row>
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
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const form = useZodForm({
    texts: 'shell-operators',
    schema: MEASURE,
    initial: NO_MEASURE,
    submit: async ({ reason, length, ...values }) => {
      const action = values.action as Sanction['action']
      await sanction(api, id, { action, reason, ...hoursOf(action, length) })
      await refresh()
      toast(t('decision.done'), 'good')
      onClose()
    },
    placeField: ({ field }) => (field === 'hours' ? { field: 'length' } : null),
  })
  return (
    <Modal open onClose={onClose} closeOnOutside={false} title={t('sanctions.impose')}>
      <Form form={form}>
        <MeasureFields actions={ACTIONS} form={form} />
        <FormError form={form} />
        <SubmitButton form={form} wide>
          {t('decision.submit')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}

function LiftDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const form = useZodForm({
    texts: 'shell-operators',
    schema: z.object({ reason: reasonText }),
    initial: { reason: '' },
    submit: async ({ reason }) => {
      await liftSanction(api, id, reason)
      await refresh()
      toast(t('sanctions.lifted'), 'good')
      onClose()
    },
  })
  return (
    <Modal open onClose={onClose} title={t('sanctions.lift')} description={t('sanctions.liftText')}>
      <Form form={form}>
        <FormField form={form} name="reason">
          {(field) => (
            <TextArea {...field} label={t('decision.reason')} maxLength={REASON_LENGTH.most} rows={3} />
          )}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form} wide>
          {t('sanctions.lift')}
        </SubmitButton>
      </Form>
    </Modal>
  )
}
