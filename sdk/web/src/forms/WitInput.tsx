// A field for an amount of whole WIT: decimals are stripped, and the amount is capped at what the person owns.
import type { ReactNode } from 'react'
import { formatUsd, formatWit, type Rates, wholeWit } from '../format/wit'
import { usePartText } from '../text/usePartText'
import { TextInput } from '../ui/TextInput'
import { WitMark } from '../wallet/WitAmount'
import { formTexts } from './messages'
import { useWholeWitInput } from './useWholeWitInput'

interface WitInputProps {
  label: string
  name: string
  /** Whole WIT as digits; empty if nothing was typed. */
  value: string
  onValue: (value: string) => void
  onBlur?: () => void
  /** Replaces the available amount below the field. */
  hint?: ReactNode
  error?: string | undefined
  /** What the person owns, in hundredths of a WIT: larger amounts are reduced to it. */
  availableHundredths?: number
  /** Shows the value in dollars. */
  rate?: Pick<Rates, 'hundredthsPerUsd'> | undefined
  disabled?: boolean
}

export function WitInput({
  value,
  onValue,
  onBlur,
  hint,
  availableHundredths,
  rate,
  disabled = false,
  ...others
}: WitInputProps) {
  const t = usePartText(formTexts)
  const field = useWholeWitInput(value, (typed) => onValue(capped(wholeWit(typed), availableHundredths)))
  const none = availableHundredths !== undefined && availableHundredths < 100
  return (
    <TextInput
      {...others}
      {...field}
      onBlur={() => {
        field.onBlur()
        onBlur?.()
      }}
      inputMode="numeric"
      autoComplete="off"
      placeholder="0"
      disabled={disabled || none}
      lead={<WitMark />}
      error={none ? t('witShort') : others.error}
      hint={
        <span className="wv-wit-hint">
          <span>
            {hint ??
              (availableHundredths !== undefined && t('available', { wit: formatWit(availableHundredths) }))}
          </span>
          {rate && value !== '' && <b>{t('worth', { usd: formatUsd(Number(value) * 100, rate) })}</b>}
        </span>
      }
    />
  )
}

function capped(wit: string, availableHundredths: number | undefined): string {
  if (availableHundredths === undefined || wit === '') return wit
  return String(Math.min(Number(wit), Math.floor(availableHundredths / 100)))
}
