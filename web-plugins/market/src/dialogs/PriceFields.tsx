// The fields of a price: the amount, how long it is valid, and the amount again if it is unusual.
import {
  formatMoment,
  Notice,
  Select,
  TextInput,
  useText,
  useWholeWitInput,
  WitMark,
  WitWorth,
  wholeWit,
} from '@witverse/sdk'
import { DURATIONS, type Duration } from '../api/types'

/** A length of time; empty keeps the present end. */
export type Validity = Duration | ''

import type { UnusualPrice } from './useUnusualPrice'

/** The highest price in whole WIT. */
const PRICE_MAX = 1_000_000

export const isPrice = (price: string): boolean => Number(price) >= 1 && Number(price) <= PRICE_MAX

interface PriceFieldsProps {
  price: string
  onPrice: (price: string) => void
  duration: Validity
  onDuration: (duration: Validity) => void
  /** The present end, which can be kept. */
  endsAt?: string | undefined
  unusual: UnusualPrice
  hint?: string
}

export function PriceFields({
  price,
  onPrice,
  duration,
  onDuration,
  endsAt,
  unusual,
  hint,
}: PriceFieldsProps) {
  const t = useText('market')
  const set = (typed: string) => {
    unusual.forget()
    onPrice(wholeWit(typed))
  }
  const field = useWholeWitInput(price, set)
  const tooHigh = Number(price) > PRICE_MAX
  return (
    <>
      <TextInput
        name="price"
        label={t('price.label')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        lead={<WitMark size={20} />}
        {...field}
        error={tooHigh ? t('price.max') : undefined}
        hint={
          <>
            {hint} <WitWorth hundredths={Number(price || '0') * 100} />
          </>
        }
      />
      <Select
        label={t('duration.label')}
        name="duration"
        value={duration}
        onValue={(value) => onDuration(value as Validity)}
        options={[
          ...(endsAt ? [{ value: '', text: t('duration.keep', { until: formatMoment(endsAt) }) }] : []),
          ...DURATIONS.map((value) => ({ value, text: t(`duration.${value}`) })),
        ]}
      />
      <TypeAgain unusual={unusual} price={price} />
    </>
  )
}

/** The amount again, if the server asks for it. */
export function TypeAgain({ unusual, price }: { unusual: UnusualPrice; price: string }) {
  const t = useText('market')
  if (unusual.reason === '') return null
  const wrong = unusual.typed !== '' && unusual.typed !== price
  return (
    <>
      <Notice icon="warning" tone="bad" alert>
        {unusual.reason}
      </Notice>
      <TextInput
        name="price-again"
        label={t('price.again')}
        inputMode="numeric"
        autoComplete="off"
        lead={<WitMark size={20} />}
        value={unusual.typed}
        onValue={unusual.type}
        error={wrong ? t('price.differs') : undefined}
      />
    </>
  )
}
