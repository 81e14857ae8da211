// The amount field: whole WIT up to the available balance, with the value in dollars.
import {
  Button,
  formatUsd,
  formatWit,
  Skeleton,
  TextInput,
  useText,
  useWallet,
  useWholeWitInput,
  WitMark,
} from '@witverse/sdk'
import { cappedWit, easyAmounts } from '../rules'
import { useWizard } from '../state'
import { useMoreWit } from '../useMoreWit'

export function WitField({ error }: { error: string | undefined }) {
  const t = useText('gifts')
  const { witAmount, change } = useWizard()
  const wallet = useWallet()
  const more = useMoreWit()
  const available = wallet.data?.availableHundredths ?? 0
  const set = (typed: string) => change({ witAmount: cappedWit(typed, available) })
  const field = useWholeWitInput(witAmount, set)
  if (!wallet.data) return <Skeleton style={{ height: 96 }} />
  const { rate } = wallet.data
  const none = available < 100
  const worth = formatUsd(Number(witAmount || '0') * 100, rate)
  return (
    <div className="gf-wit">
      <TextInput
        name="wit"
        label={t('wit.label')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        disabled={none}
        lead={<WitMark size={20} />}
        {...field}
        error={none ? t('wit.notEnough') : error}
        hint={
          <span className="gf-worth">
            <span>{t('wit.have', { wit: formatWit(available), usd: formatUsd(available, rate) })}</span>{' '}
            <b>≈ {worth}</b>
          </span>
        }
      />
      {none ? (
        <Button variant="secondary" wide onClick={() => more.show(100)}>
          {t('wit.charge')}
        </Button>
      ) : (
        <div className="gf-easy">
          {easyAmounts(available).map((wit) => (
            <button
              key={wit}
              type="button"
              aria-pressed={String(wit) === witAmount}
              onClick={() => set(String(wit))}
            >
              {formatWit(wit * 100)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
