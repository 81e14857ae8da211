// How many WIT: whole ones, never more than there are; what that is in dollars stands beside it.
import { Button, formatUsd, formatWit, Skeleton, TextInput, useText, useWallet, WitMark } from '@witverse/sdk'
import { cappedWit, easyAmounts } from '../rules'
import { useWizard } from '../state'
import { useMoreWit } from '../useMoreWit'

export function WitField({ error }: { error: string | undefined }) {
  const t = useText('gifts')
  const { witAmount, change } = useWizard()
  const wallet = useWallet()
  const more = useMoreWit()
  if (!wallet.data) return <Skeleton style={{ height: 96 }} />
  const { availableHundredths: available, rate } = wallet.data
  const none = available < 100
  const set = (typed: string) => change({ witAmount: cappedWit(typed, available) })
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
        value={witAmount}
        onValue={set}
        error={none ? t('wit.notEnough') : error}
        hint={
          <span className="gf-worth">
            <span>{t('wit.have', { wit: formatWit(available) })}</span> <b>≈ {worth}</b>
          </span>
        }
      />
      {none ? (
        <Button look="secondary" wide onClick={() => more.show(100)}>
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
