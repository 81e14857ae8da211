// An installed plugin: its state, its permissions, and what a manager can do with it.
import {
  Badge,
  Button,
  ButtonLink,
  Confirm,
  formatDate,
  formatWit,
  Icon,
  IconButton,
  useAction,
  useLanguage,
  useText,
  useToast,
  WitAmount,
} from '@witverse/sdk'
import { Menu, type MenuEntry } from '@witverse/sdk/controls'
import { useState } from 'react'
import { useManagePlugins } from '../api/installs'
import type { Install } from '../api/types'
import { EditGrantDialog } from './EditGrantDialog'
import { FundsDialog } from './FundsDialog'
import { HistoryList } from './HistoryList'

type Dialog = 'grant' | 'funds' | 'rollBack' | 'uninstall' | null

interface Props {
  worldId: string
  worldName: string
  install: Install
}

export function InstallCard({ worldId, worldName, install }: Props) {
  const t = useText('extensions')
  const toast = useToast()
  const { language } = useLanguage()
  const actions = useManagePlugins(worldId)
  const [dialog, setDialog] = useState<Dialog>(null)
  const [showsHistory, setShowsHistory] = useState(false)
  const name = install.name[language]
  const { id, previousVersion } = install
  const isRunning = install.state === 'enabled' && !install.stoppedBecause
  const isGone = install.state === 'uninstalled'
  const { pending, run } = useAction(async (work: () => Promise<unknown>, done: string) => {
    await work()
    toast(done, 'good')
  })
  const { stoppedBecause } = install
  const toggle: MenuEntry = isRunning
    ? {
        id: 'stop',
        text: t('manage.stop'),
        onSelect: () => void run(() => actions.change(id, { enabled: false }), t('manage.stopped', { name })),
      }
    : {
        id: 'run',
        text: t('manage.run'),
        onSelect: () => void run(() => actions.change(id, { enabled: true }), t('manage.running', { name })),
      }
  const entries: MenuEntry[] = [
    // What the platform has stopped cannot be run here.
    ...(stoppedBecause ? [] : [toggle]),
    ...(isRunning && install.requestedPermissions.length > 0
      ? [{ id: 'grant', text: t('manage.edit'), onSelect: () => setDialog('grant') }]
      : []),
    ...(install.granted.reward
      ? [{ id: 'funds', text: t('manage.payIn'), onSelect: () => setDialog('funds') }]
      : []),
    ...(previousVersion
      ? [
          {
            id: 'rollBack',
            text: t('manage.rollBack', { version: previousVersion }),
            onSelect: () => setDialog('rollBack'),
          },
        ]
      : []),
    'line',
    { id: 'uninstall', text: t('manage.uninstall'), tone: 'danger', onSelect: () => setDialog('uninstall') },
  ]
  return (
    <article className="ex-install" aria-label={name}>
      <header>
        <div>
          <h3>{name}</h3>
          <p className="ex-quiet">
            {install.plugin} · {t('manage.version', { version: install.version })}
          </p>
        </div>
        <State install={install} />
        {isGone ? (
          <Button
            variant="secondary"
            size="small"
            pending={pending}
            onClick={() => void run(() => actions.restore(id), t('manage.restored', { name }))}
          >
            {t('manage.restore')}
          </Button>
        ) : (
          <Menu
            label={t('manage.more', { name })}
            align="end"
            trigger={
              <IconButton label={t('manage.more', { name })} disabled={pending}>
                <Icon name="more" />
              </IconButton>
            }
            entries={entries}
          />
        )}
      </header>
      {stoppedBecause && !isGone && (
        <p className="ex-quiet">{t('manage.stoppedText', { reason: stoppedBecause })}</p>
      )}
      {install.disabledBecause === 'failures' && <p className="ex-quiet">{t('manage.failedText')}</p>}
      {isGone && install.retainedUntil && (
        <p className="ex-quiet">{t('manage.keptUntil', { date: formatDate(install.retainedUntil) })}</p>
      )}
      {!isGone && (
        <>
          <h4 className="ex-heading">{t('manage.permissions')}</h4>
          {install.permissions.length === 0 ? (
            <p className="ex-quiet">{t('manage.nothing')}</p>
          ) : (
            <ul className="ex-lines">
              {install.permissions.map((line) => (
                <li key={line.key}>{line[language]}</li>
              ))}
            </ul>
          )}
          {install.granted.reward && (
            <p className="ex-funds">
              {t('manage.funds')} <WitAmount hundredths={install.balanceHundredths} />
            </p>
          )}
          <p className="ex-actions">
            {isRunning && install.hasPages && (
              <ButtonLink variant="secondary" size="small" to={`/${worldName}/x/${install.plugin}`}>
                {t('manage.open')}
              </ButtonLink>
            )}
            <Button
              variant="quiet"
              size="small"
              aria-expanded={showsHistory}
              onClick={() => setShowsHistory(!showsHistory)}
            >
              <Icon name="clock" size={16} /> {t('manage.history')}
            </Button>
          </p>
          {showsHistory && <HistoryList worldId={worldId} id={id} />}
        </>
      )}
      {dialog === 'grant' && (
        <EditGrantDialog worldId={worldId} install={install} onClose={() => setDialog(null)} />
      )}
      {dialog === 'funds' && (
        <FundsDialog worldId={worldId} install={install} onClose={() => setDialog(null)} />
      )}
      {dialog === 'rollBack' && previousVersion && (
        <Confirm
          title={t('manage.rollBackTitle', { version: previousVersion })}
          text={t('manage.rollBackText')}
          action={t('manage.rollBack', { version: previousVersion })}
          onConfirm={() =>
            run(() => actions.rollBack(id), t('manage.rolledBack', { version: previousVersion }))
          }
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'uninstall' && (
        <Confirm
          title={t('manage.uninstallTitle', { name })}
          text={t('manage.uninstallText', { amount: formatWit(install.balanceHundredths) })}
          action={t('manage.uninstall')}
          tone="danger"
          onConfirm={() => run(() => actions.uninstall(id), t('manage.uninstalled', { name }))}
          onClose={() => setDialog(null)}
        />
      )}
    </article>
  )
}

function State({ install }: { install: Install }) {
  const t = useText('extensions')
  const { state, disabledBecause, stoppedBecause } = install
  if (stoppedBecause && state !== 'uninstalled') return <Badge tone="bad">{t('manage.state.stopped')}</Badge>
  if (state === 'enabled') return <Badge tone="good">{t('manage.state.enabled')}</Badge>
  if (disabledBecause === 'failures') return <Badge tone="bad">{t('manage.state.failed')}</Badge>
  return <Badge>{t(`manage.state.${state as 'disabled' | 'uninstalled'}`)}</Badge>
}
