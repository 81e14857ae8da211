// A decision about an account, with its appeal.
import './safety.css'
import {
  Badge,
  Button,
  formatMoment,
  lengthOf,
  RowTile,
  SendingScope,
  TextArea,
  useApi,
  useText,
} from '@witverse/sdk'
import {
  atLeast,
  Form,
  FormError,
  FormField,
  messageKeys,
  SubmitButton,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { useState } from 'react'
import { type Decision, sendAppeal } from './api'

export const APPEAL_LENGTH = { least: 20, most: 1_000 }

interface DecisionCardProps {
  decision: Decision
  /** The token of the mail, for appeals without a login. */
  token?: string
  onChanged: (decision: Decision) => void
  /** Shows the appeal form at once. */
  open?: boolean
}

export function DecisionCard({ decision, token = '', onChanged, open = false }: DecisionCardProps) {
  const t = useText('shell-safety')
  const [writing, setWriting] = useState(open)
  const { action, state, appeal } = decision
  return (
    <article className="sf-decision">
      <header>
        <RowTile
          icon={action === 'mute' ? 'mute' : action === 'suspend' ? 'ban' : 'warning'}
          tone={state === 'in_force' ? 'bad' : 'plain'}
        />
        <div className="wv-row-text">
          <strong>
            {t(`actions.${action}`)}{' '}
            <Badge tone={state === 'in_force' ? 'bad' : 'plain'}>{t(`states.${state}`)}</Badge>
          </strong>
          <small>
            {formatMoment(decision.at)}
            {decision.until
              ? ` · ${t('until', { date: formatMoment(decision.until) })}`
              : action === 'suspend' && ` · ${t('withoutEnd')}`}
          </small>
        </div>
      </header>
      <p className="sf-reason">{decision.reason}</p>
      {appeal && (
        <div className="sf-appeal">
          <strong>
            {t('appeal.yours')}{' '}
            <Badge
              tone={appeal.state === 'overturned' ? 'good' : appeal.state === 'open' ? 'accent' : 'plain'}
            >
              {t(`appeal.${appeal.state}`)}
            </Badge>
          </strong>
          <p>{appeal.text}</p>
          {appeal.answer && (
            <>
              <strong>{t('appeal.answer')}</strong>
              <p>{appeal.answer}</p>
            </>
          )}
          {appeal.state === 'open' && <p className="wv-note">{t('appeal.wait')}</p>}
        </div>
      )}
      {decision.mayAppeal &&
        (writing ? (
          <SendingScope>
            <AppealForm decision={decision} token={token} onChanged={onChanged} />
          </SendingScope>
        ) : (
          <div className="wv-actions">
            <Button variant="secondary" size="small" onClick={() => setWriting(true)}>
              {t('appeal.write')}
            </Button>
          </div>
        ))}
    </article>
  )
}

const APPEAL = z.object({
  text: z
    .string()
    .check(z.trim(), atLeast(APPEAL_LENGTH.least, messageKeys<'shell-safety'>()('appeal.short'))),
})

type AppealFormProps = Required<Pick<DecisionCardProps, 'decision' | 'token' | 'onChanged'>>

function AppealForm({ decision, token, onChanged }: AppealFormProps) {
  const t = useText('shell-safety')
  const api = useApi()
  const form = useZodForm({
    texts: 'shell-safety',
    schema: APPEAL,
    initial: { text: '' },
    submit: async ({ text }) => onChanged(await sendAppeal(api, decision.id, text, token)),
  })
  return (
    <Form form={form}>
      <FormField form={form} name="text">
        {(field) => (
          <TextArea
            {...field}
            label={t('appeal.label')}
            hint={t('appeal.hint', { count: lengthOf(field.value.trim()), most: APPEAL_LENGTH.most })}
            maxLength={APPEAL_LENGTH.most}
            rows={5}
          />
        )}
      </FormField>
      <FormError form={form} />
      <div className="wv-actions">
        <SubmitButton form={form}>{t('appeal.send')}</SubmitButton>
      </div>
    </Form>
  )
}
