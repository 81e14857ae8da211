// The wallet of an account: balance, latest movements, freezing.
import {
  Badge,
  Button,
  EmptyInline,
  ErrorMessage,
  formatMoment,
  formatWit,
  Icon,
  isMissing,
  RowSkeletons,
  textOr,
  useApi,
  useText,
} from '@witverse/sdk'
import { Link, useSearchParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { AnswerDialog } from './AnswerDialog'
import { setFrozen, useWalletFile, type WalletFile } from './api'
import { PersonPicker } from './PersonPicker'

export function WalletsSection() {
  const t = useText('shell-money')
  const [search, setSearch] = useSearchParams()
  const account = search.get('account')
  return (
    <>
      <Section title={t('wallets.title')} text={t('wallets.text')}>
        <PersonPicker onPick={({ id }) => setSearch({ account: id })} />
      </Section>
      {account && <WalletSection key={account} accountId={account} />}
    </>
  )
}

function WalletSection({ accountId }: { accountId: string }) {
  const t = useText('shell-money')
  const wallet = useWalletFile(accountId)
  if (wallet.status === 'pending') return <RowSkeletons />
  if (wallet.status === 'error') {
    if (isMissing(wallet.error)) {
      return <EmptyInline text={t('wallets.none')} />
    }
    return <ErrorMessage error={wallet.error} onRetry={() => void wallet.refetch()} />
  }
  return <WalletDetails file={wallet.data} />
}

function WalletDetails({ file }: { file: WalletFile }) {
  const t = useText('shell-money')
  const [freezing, setFreezing] = useState(false)
  const frozen = file.state === 'frozen'
  const name = file.nickname ?? t('person.gone')
  return (
    <Section
      title={name}
      aside={
        <Button
          size="small"
          variant="secondary"
          {...(!frozen && { className: 'is-bad' })}
          onClick={() => setFreezing(true)}
        >
          <Icon name="lock" size={16} /> {t(frozen ? 'wallets.unfreeze' : 'wallets.freeze')}
        </Button>
      }
    >
      <p className="ad-figures">
        <span>
          <small>{t('wallets.balance')}</small>
          <strong>{formatWit(file.balanceHundredths)} WIT</strong>
        </span>
        <span>
          <small>{t('wallets.held')}</small>
          <strong>{formatWit(file.heldHundredths)} WIT</strong>
        </span>
        <span>
          <small>{t('wallets.state')}</small>
          <Badge tone={frozen ? 'bad' : 'good'}>{textOr(t, `walletStates.${file.state}`, file.state)}</Badge>
        </span>
      </p>
      {file.frozenReason && <p className="ad-answer">{t('wallets.why', { reason: file.frozenReason })}</p>}
      <Movements file={file} />
      <Link className="sh-link" to={`/admin/people/${file.accountId}`}>
        {t('wallets.account')}
      </Link>
      {freezing && <FreezeWalletDialog file={file} name={name} onClose={() => setFreezing(false)} />}
    </Section>
  )
}

function Movements({ file }: { file: WalletFile }) {
  const t = useText('shell-money')
  if (file.movements.length === 0) return <EmptyInline text={t('wallets.noMovements')} />
  return (
    <table className="pt-table ad-numbers" aria-label={t('wallets.movements')}>
      <thead>
        <tr>
          {(['when', 'kind', 'amount', 'after'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`wallets.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {file.movements.map((one) => (
          <tr key={one.seq}>
            <td data-label={t('wallets.when')}>
              #{one.seq} · {formatMoment(one.at)}
            </td>
            <td data-label={t('wallets.kind')}>
              {textOr(t, `kinds.${one.kind}`, one.kind)}
              {one.counterparty.nickname && ` · ${one.counterparty.nickname}`}
              {one.counterparty.plugin && ` · ${one.counterparty.plugin}`}
            </td>
            <td data-label={t('wallets.amount')}>{formatWit(one.amountHundredths, { sign: 'always' })}</td>
            <td data-label={t('wallets.after')}>{formatWit(one.balanceAfterHundredths)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FreezeWalletDialog({
  file,
  name,
  onClose,
}: {
  file: WalletFile
  name: string
  onClose: () => void
}) {
  const t = useText('shell-money')
  const api = useApi()
  const freezing = file.state !== 'frozen'
  const verb = freezing ? 'freeze' : 'unfreeze'
  return (
    <AnswerDialog
      title={t(`wallets.${verb}Title`, { name })}
      text={t(`wallets.${verb}Text`)}
      label={t('wallets.reason')}
      hint={t('forTheLog')}
      action={t(`wallets.${verb}`)}
      done={t(`wallets.${verb}Done`, { name })}
      tone={freezing ? 'danger' : 'plain'}
      onDecide={(reason) => setFrozen(api, file.accountId, freezing, reason)}
      onClose={onClose}
    />
  )
}
