// The form of a top-up: packs, own amount, currency and summary.
import {
  Button,
  type Currency,
  classes,
  formatMoney,
  formatWit,
  Icon,
  type Language,
  Segments,
  TextInput,
  useLanguage,
  usePagePath,
  useText,
  useWholeWitInput,
  wholeWit,
} from '@witverse/sdk'
import { useNavigate, useSearchParams } from '@witverse/sdk/router'
import { type FormEvent, useRef, useState } from 'react'
import type { Offers, WalletView } from '../api/types'
import { ChargeSummary } from './ChargeSummary'
import { checkAmount } from './rules'

interface ChargeFormProps {
  offers: Offers
  wallet: WalletView | undefined
}

export function ChargeForm({ offers, wallet }: ChargeFormProps) {
  const t = useText('wallet')
  const { language } = useLanguage()
  const navigate = useNavigate()
  const orderPath = usePagePath('order')
  const [search] = useSearchParams()
  const [wit, setWit] = useState(() => wholeWit(search.get('wit') ?? String(offers.packs[1] ?? '')))
  const [currency, setCurrency] = useState(() => firstCurrency(offers, language))
  const [showProblem, setShowProblem] = useState(false)
  const field = useWholeWitInput(wit, (typed) => setWit(wholeWit(typed)))
  const form = useRef<HTMLFormElement>(null)
  const problem = checkAmount(wit, offers)
  const hundredths = problem ? 0 : Number(wit) * 100

  function go(event: FormEvent) {
    event.preventDefault()
    setShowProblem(true)
    if (problem) return form.current?.querySelector<HTMLInputElement>('[name=wit]')?.focus()
    void navigate(`${orderPath}?wit=${wit}&currency=${currency}`)
  }

  return (
    <form ref={form} onSubmit={go} className="wl-split" noValidate>
      <div className="wl-stack">
        <fieldset className="wl-packs">
          <legend className="wl-legend-title">{t('charge.packs')}</legend>
          {offers.packs.map((pack) => (
            <label key={pack} className={classes('wl-pack', String(pack) === wit && 'is-chosen')}>
              <input
                type="radio"
                name="pack"
                value={pack}
                checked={String(pack) === wit}
                onChange={() => setWit(String(pack))}
              />
              <strong>
                {formatWit(pack * 100)} <span>WIT</span>
              </strong>
              <small>{priceShown(offers, pack, currency, language)}</small>
            </label>
          ))}
        </fieldset>
        <TextInput
          name="wit"
          label={t('charge.own')}
          hint={t('charge.ownHint', {
            min: formatWit(offers.minWit * 100),
            max: formatWit(offers.maxWit * 100),
          })}
          inputMode="numeric"
          autoComplete="off"
          {...field}
          onBlur={() => {
            field.onBlur()
            setShowProblem(wit !== '')
          }}
          error={problem && showProblem ? t(problem.key, { wit: problem.wit }) : undefined}
        />
        <div className="wl-field">
          <span className="wl-legend-title" aria-hidden="true">
            {t('charge.currency')}
          </span>
          <Segments
            label={t('charge.currency')}
            name="currency"
            value={currency}
            onValue={(value) => setCurrency(value as Currency)}
            options={offers.currencies.map((value) => ({ value, text: t(`currencies.${value}`) }))}
          />
        </div>
      </div>
      <ChargeSummary hundredths={hundredths} currency={currency} rate={offers.rate} wallet={wallet}>
        <Button type="submit" size="large" wide>
          {t('charge.continue')} <Icon name="right" size={18} />
        </Button>
      </ChargeSummary>
    </form>
  )
}

/** The price of a pack, as it is charged. */
function priceShown({ prices }: Offers, pack: number, currency: Currency, language: Language): string {
  const price = prices.find((one) => one.wit === pack && one.currency === currency)
  return price ? formatMoney(price, language) : ''
}

/** Won for Korean, dollars for English, if offered. */
function firstCurrency({ currencies }: Offers, language: string): Currency {
  const wanted: Currency = language === 'ko' ? 'KRW' : 'USD'
  return currencies.includes(wanted) ? wanted : (currencies[0] ?? wanted)
}
