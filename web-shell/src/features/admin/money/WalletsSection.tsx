// The wallet of an account: balance, latest movements, freezing.
import {
  Badge,
  Button,
  EmptyInline,
  formatMoment,
  formatWit,
  Icon,
  Loaded,
  textOr,
  useApi,
  usePluginName,
  useText,
} from '@witverse/sdk'
import { type Column, DataTable, wholeList } from '@witverse/sdk/data'
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
  return (
    <Loaded query={useWalletFile(accountId)} missing={<EmptyInline text={t('wallets.none')} />}>
      {(file) => <WalletDetails file={file} />}
    </Loaded>
  )
}

function WalletDetails({ file }: { file: WalletFile }) {
  const t = useText('shell-money')
  const [freezing, setFreezing] = useState(false)
  const frozen = file.state === 'frozen'
  const name = file.nickname ?? t('person.gone')
  return (
    <Section
      title={name}
      action={
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

type Movement = WalletFile['movements'][number]

function Movements({ file }: { file: WalletFile }) {
  const t = useText('shell-money')
  const pluginName = usePluginName()
  const columns: Column<Movement>[] = [
    { id: 'when', title: t('wallets.when'), cell: (one) => `#${one.seq} · ${formatMoment(one.at)}` },
    {
      id: 'kind',
      title: t('wallets.kind'),
      cell: ({ kind, counterparty: { nickname, plugin } }) =>
        [textOr(t, `kinds.${kind}`, kind), nickname, plugin && (pluginName(plugin) ?? plugin)]
          .filter(Boolean)
          .join(' · '),
    },
    {
      id: 'amount',
      title: t('wallets.amount'),
      align: 'end',
      cell: (one) => formatWit(one.amountHundredths, { sign: 'always' }),
    },
    {
      id: 'after',
      title: t('wallets.after'),
      align: 'end',
      cell: (one) => formatWit(one.balanceAfterHundredths),
    },
  ]
  return (
    <DataTable
      list={wholeList(file.movements)}
      columns={columns}
      label={t('wallets.movements')}
      keyOf={(one) => String(one.seq)}
      empty={<EmptyInline text={t('wallets.noMovements')} />}
    />
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
