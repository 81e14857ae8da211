// The exchange rate: current, history, and a form for a new one. A large change is proposed to another administrator.
import {
  Badge,
  Confirm,
  EmptyInline,
  formatMoment,
  formatMoney,
  formatUsd,
  formatWit,
  TextInput,
  useApi,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { DataTable } from '@witverse/sdk/data'
import {
  Form,
  FormError,
  FormField,
  messageKeys,
  reasonText,
  SubmitButton,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { useSudo } from '../../profile/sudo/SudoProvider'
import { useRefreshAdmin } from '../api'
import { isLargeChange, readHundredths } from './amounts'
import { type NewRate, proposeRate, type RateEntry, setRate, useRates } from './api'
import { EXAMPLE, RatePreview, type Rates } from './RatePreview'
import { RateProposals } from './RateProposals'

const NOTE = { least: 5, most: 200 }
const key = messageKeys<'shell-money'>()
const rateText = z.string().check(z.refine((typed) => (readHundredths(typed) ?? 0) > 0, key('rates.wrong')))
const RATE = z.object({
  usd: rateText,
  krw: rateText,
  note: reasonText(NOTE.least),
})

export function RatesSection() {
  const t = useText('shell-money')
  const { language } = useLanguage()
  const list = useRates()
  const current = list.items[0]
  const perKrw = (row: RateEntry) =>
    `${formatMoney({ currency: 'KRW', amountMinor: 1_000 }, language)} = ${formatWit(row.hundredthsPer1000Krw)} WIT`
  const columns = [
    {
      id: 'version',
      title: t('rates.version'),
      cell: (row: RateEntry) => (
        <span className="pt-badges">
          <strong>#{row.version}</strong>
          {row.version === current?.version && <Badge tone="good">{t('rates.current')}</Badge>}
        </span>
      ),
    },
    { id: 'usd', title: 'USD', cell: (row: RateEntry) => `$1 = ${formatWit(row.hundredthsPerUsd)} WIT` },
    { id: 'krw', title: 'KRW', cell: perKrw },
    { id: 'since', title: t('rates.since'), cell: (row: RateEntry) => formatMoment(row.since) },
    { id: 'by', title: t('rates.by'), cell: (row: RateEntry) => authorsOf(row) ?? t('platform') },
    { id: 'note', title: t('rates.note'), cell: (row: RateEntry) => row.note },
  ]
  return (
    <>
      <Section title={t('rates.title')} text={t('rates.text')}>
        {current && (
          <p className="ad-figures">
            <span>
              <small>USD</small>
              <strong>$1 = {formatWit(current.hundredthsPerUsd)} WIT</strong>
            </span>
            <span>
              <small>KRW</small>
              <strong>{perKrw(current)}</strong>
            </span>
          </p>
        )}
        {current && <RateForm key={current.version} current={current} />}
      </Section>
      {current && <RateProposals current={current} />}
      <Section title={t('rates.history')}>
        <DataTable
          list={list}
          columns={columns}
          label={t('rates.history')}
          keyOf={(row) => String(row.version)}
          empty={<EmptyInline text={t('rates.none')} />}
        />
      </Section>
    </>
  )
}

/** Who set a rate, and who approved it. */
const authorsOf = ({ setBy, approvedBy }: RateEntry) =>
  [setBy, approvedBy].flatMap((one) => one?.nickname ?? []).join(', ') || null

function RateForm({ current }: { current: RateEntry }) {
  const t = useText('shell-money')
  const [asking, setAsking] = useState<NewRate | null>(null)
  const form = useZodForm({
    texts: 'shell-money',
    schema: RATE,
    initial: {
      usd: formatWit(current.hundredthsPerUsd),
      krw: formatWit(current.hundredthsPer1000Krw),
      note: '',
    },
    submit: async (values) => {
      const hundredthsPerUsd = readHundredths(values.usd) ?? 0
      const hundredthsPer1000Krw = readHundredths(values.krw) ?? 0
      const same =
        hundredthsPerUsd === current.hundredthsPerUsd && hundredthsPer1000Krw === current.hundredthsPer1000Krw
      if (same) form.setError(key('rates.unchanged'))
      else setAsking({ hundredthsPerUsd, hundredthsPer1000Krw, note: values.note })
    },
  })
  const { usd, krw } = form.state.watch()
  const typed = {
    hundredthsPerUsd: readHundredths(usd) || current.hundredthsPerUsd,
    hundredthsPer1000Krw: readHundredths(krw) || current.hundredthsPer1000Krw,
  }
  return (
    // The dialog is not inside of the form: React passes the dialog's submit event on to the form around it.
    <>
      <Form form={form}>
        <div className="pt-toolbar ad-top">
          <FormField form={form} name="usd">
            {(field) => (
              <TextInput
                {...field}
                label={t('rates.perUsd')}
                lead="$1 ="
                inputMode="decimal"
                autoComplete="off"
              />
            )}
          </FormField>
          <FormField form={form} name="krw">
            {(field) => (
              <TextInput
                {...field}
                label={t('rates.perKrw')}
                lead="₩1,000 ="
                inputMode="decimal"
                autoComplete="off"
              />
            )}
          </FormField>
        </div>
        <FormField form={form} name="note">
          {(field) => (
            <TextInput
              {...field}
              label={t('rates.note')}
              hint={t('rates.noteHint')}
              maxLength={NOTE.most}
              autoComplete="off"
            />
          )}
        </FormField>
        <RatePreview before={current} after={typed} />
        <FormError form={form} />
        <div className="wv-actions">
          <SubmitButton form={form}>
            {t(isLarge(current, typed) ? 'rates.propose' : 'rates.set')}
          </SubmitButton>
        </div>
      </Form>
      {asking && <ConfirmRate before={current} after={asking} onClose={() => setAsking(null)} />}
    </>
  )
}

const isLarge = (before: Rates, after: Rates) =>
  isLargeChange(before.hundredthsPerUsd, after.hundredthsPerUsd) ||
  isLargeChange(before.hundredthsPer1000Krw, after.hundredthsPer1000Krw)

function ConfirmRate({ before, after, onClose }: { before: Rates; after: NewRate; onClose: () => void }) {
  const t = useText('shell-money')
  const api = useApi()
  const toast = useToast()
  const sudo = useSudo()
  const refresh = useRefreshAdmin()
  const large = isLarge(before, after)
  return (
    <Confirm
      title={t(large ? 'rates.proposeTitle' : 'rates.confirmTitle')}
      text={large ? t('rates.proposeText') : t('rates.confirmText', { usd: formatUsd(EXAMPLE, after) })}
      action={t(large ? 'rates.propose' : 'rates.set')}
      onClose={onClose}
      onConfirm={async () => {
        await sudo<unknown>(() => (large ? proposeRate(api, after) : setRate(api, after)))
        toast(t(large ? 'rates.proposeDone' : 'rates.done'), 'good')
        await refresh()
      }}
    >
      <RatePreview before={before} after={after} />
    </Confirm>
  )
}
