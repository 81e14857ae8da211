// An installed plugin: its state, its permissions, and what a manager can do with it.
import {
  Badge,
  Button,
  ButtonLink,
  Confirm,
  classes,
  formatDate,
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
import { TryInBlock } from '../frame/TryInBlock'
import { EditGrantDialog } from './EditGrantDialog'
import { FundsDialog } from './FundsDialog'
import { HealthFacts } from './HealthFacts'
import { HistoryList } from './HistoryList'
import { LogList } from './LogList'
import { OpenedCollections } from './OpenedCollections'
import { Places } from './Places'
import { ReviewBadge } from './ReviewBadge'
import { SettingsDialog } from './SettingsDialog'
import { DownloadButton, UninstallDialog } from './UninstallDialog'
import { UnusedPermissions } from './UnusedPermissions'
import { UpdateNotice } from './UpdateNotice'
import { UsageFacts } from './UsageFacts'

type Dialog = 'grant' | 'settings' | 'funds' | 'payOut' | 'rollBack' | 'finish' | 'uninstall' | 'end' | null

const RECORDS = ['usage', 'log', 'history'] as const
type Records = (typeof RECORDS)[number]
const ICONS = { usage: 'chart', log: 'list', history: 'clock' } as const

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
  const [records, setRecords] = useState<Records | null>(null)
  const name = install.name[language]
  const { id, previousVersion } = install
  const isRunning = install.state === 'enabled' && !install.stoppedBecause
  const isGone = install.state === 'uninstalled'
  const { pending, run } = useAction(async (work: () => Promise<unknown>, done: string) => {
    await work()
    toast(done, 'good')
  })
  const { stoppedBecause, isLoaded } = install
  const isTrial = Boolean(install.trialUntil)
  const hasMoney = Boolean(install.granted.reward || install.granted.charge)
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
  const autoUpdate: MenuEntry = {
    id: 'auto',
    text: t(install.autoUpdate ? 'manage.autoOff' : 'manage.autoOn'),
    onSelect: () =>
      void run(
        () => actions.change(id, { autoUpdate: !install.autoUpdate }),
        t(install.autoUpdate ? 'manage.autoSetOff' : 'manage.autoSetOn', { name }),
      ),
  }
  const entries: MenuEntry[] = [
    // What the platform has stopped cannot be run here.
    ...(stoppedBecause ? [] : [toggle]),
    ...(isRunning && install.requestedPermissions.length > 0
      ? [{ id: 'grant', text: t('manage.edit'), onSelect: () => setDialog('grant') }]
      : []),
    ...(isRunning && install.settings.length > 0
      ? [{ id: 'settings', text: t('manage.settings'), onSelect: () => setDialog('settings') }]
      : []),
    ...(hasMoney && !isTrial
      ? [{ id: 'funds', text: t('manage.payIn'), onSelect: () => setDialog('funds') }]
      : []),
    ...(install.balanceHundredths >= 100 && !isTrial
      ? [{ id: 'payOut', text: t('manage.payOut'), onSelect: () => setDialog('payOut') }]
      : []),
    ...(previousVersion && !isTrial
      ? [
          {
            id: 'rollBack',
            text: t('manage.rollBack', { version: previousVersion }),
            onSelect: () => setDialog('rollBack'),
          },
        ]
      : []),
    ...(install.isUnfinished && isRunning
      ? [{ id: 'finish', text: t('manage.finish'), onSelect: () => setDialog('finish') }]
      : []),
    ...(isTrial ? [] : [autoUpdate]),
    'line',
    isTrial
      ? { id: 'end', text: t('trial.end'), tone: 'danger', onSelect: () => setDialog('end') }
      : {
          id: 'uninstall',
          text: t('manage.uninstall'),
          tone: 'danger',
          onSelect: () => setDialog('uninstall'),
        },
  ]
  return (
    <article className={classes('ex-install', isTrial && 'is-trial')} aria-label={name}>
      <header>
        <div>
          <h3>{name}</h3>
          <p className="wv-note">
            {install.plugin} · {t('manage.version', { version: install.version })}
            {install.autoUpdate && !isTrial && !isGone && ` · ${t('manage.autoIsOn')}`}
          </p>
          {!isGone && <ReviewBadge isReviewed={install.isReviewed} />}
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
        <p className="wv-note">
          {t(install.isPublisherStopped ? 'manage.stoppedPublisher' : 'manage.stoppedText', {
            reason: stoppedBecause,
          })}
        </p>
      )}
      {isRunning && !isLoaded && <p className="wv-note">{t('manage.notLoadedText')}</p>}
      {install.disabledBecause === 'failures' && <p className="wv-note">{t('manage.failedText')}</p>}
      {install.checkFailed && !isGone && <HealthFacts install={install} />}
      {install.trialUntil && (
        <p className="wv-note">{t('trial.until', { date: formatDate(install.trialUntil) })}</p>
      )}
      {isGone && install.retainedUntil && (
        <>
          <p className="wv-note">{t('manage.keptUntil', { date: formatDate(install.retainedUntil) })}</p>
          <DownloadButton worldId={worldId} install={install} />
        </>
      )}
      {!isGone && (
        <>
          <UpdateNotice worldId={worldId} worldName={worldName} install={install} />
          {install.isUnfinished && isRunning && !isTrial && (
            <>
              <p className="wv-note">{t('manage.finishNote', { version: install.version })}</p>
              <p>
                <Button variant="secondary" size="small" onClick={() => setDialog('finish')}>
                  {t('manage.finish')}
                </Button>
              </p>
            </>
          )}
          <h4 className="ex-heading">{t('manage.permissions')}</h4>
          {install.permissions.length === 0 ? (
            <p className="wv-note">{t('manage.nothing')}</p>
          ) : (
            <ul className="ex-lines">
              {install.permissions.map((line) => (
                <li key={line.key}>{line[language]}</li>
              ))}
            </ul>
          )}
          <OpenedCollections world={{ id: worldId, name: worldName }} install={install} />
          <UnusedPermissions worldId={worldId} install={install} />
          <Places slots={install.slots} hasPages={isRunning && install.hasPages} />
          {(hasMoney || install.balanceHundredths > 0) && (
            <p className="ex-funds">
              {t(isTrial ? 'trial.funds' : 'manage.funds')}{' '}
              <WitAmount hundredths={install.balanceHundredths} />
            </p>
          )}
          <p className="ex-actions">
            {isRunning && isLoaded && install.hasPages && (
              <ButtonLink
                variant="secondary"
                size="small"
                to={`/${worldName}/x/${install.plugin}${isTrial ? '?trial' : ''}`}
              >
                {t(isTrial ? 'trial.open' : 'manage.open')}
              </ButtonLink>
            )}
            {isTrial && isRunning && isLoaded && install.isGame && (
              <TryInBlock worldName={worldName} install={id} />
            )}
            {RECORDS.map((kind) => (
              <Button
                key={kind}
                variant="quiet"
                size="small"
                aria-expanded={records === kind}
                onClick={() => setRecords(records === kind ? null : kind)}
              >
                <Icon name={ICONS[kind]} size={16} /> {t(`manage.${kind}`)}
              </Button>
            ))}
          </p>
          {records === 'usage' && (
            <>
              <HealthFacts install={install} />
              <UsageFacts install={install} />
            </>
          )}
          {records === 'log' && <LogList worldId={worldId} id={id} />}
          {records === 'history' && <HistoryList worldId={worldId} id={id} />}
        </>
      )}
      {dialog === 'grant' && (
        <EditGrantDialog
          worldId={worldId}
          worldName={worldName}
          install={install}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'settings' && (
        <SettingsDialog worldId={worldId} install={install} onClose={() => setDialog(null)} />
      )}
      {(dialog === 'funds' || dialog === 'payOut') && (
        <FundsDialog
          worldId={worldId}
          install={install}
          direction={dialog === 'funds' ? 'in' : 'out'}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'finish' && (
        <Confirm
          title={t('manage.finishTitle', { version: install.version })}
          text={t('manage.finishText')}
          action={t('manage.finish')}
          onConfirm={() => run(() => actions.finish(id), t('manage.finished'))}
          onClose={() => setDialog(null)}
        />
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
      {dialog === 'end' && (
        <Confirm
          title={t('trial.endTitle', { name })}
          text={t('trial.endText')}
          action={t('trial.end')}
          tone="danger"
          onConfirm={() => run(() => actions.uninstall(id), t('trial.ended', { name }))}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'uninstall' && (
        <UninstallDialog worldId={worldId} install={install} onClose={() => setDialog(null)} />
      )}
    </article>
  )
}

function State({ install }: { install: Install }) {
  const t = useText('extensions')
  const { state, disabledBecause, stoppedBecause, trialUntil, isLoaded } = install
  if (stoppedBecause && state !== 'uninstalled') return <Badge tone="bad">{t('manage.state.stopped')}</Badge>
  if (state === 'enabled' && !isLoaded) return <Badge tone="bad">{t('manage.state.notLoaded')}</Badge>
  if (state === 'enabled' && trialUntil) return <Badge>{t('trial.badge')}</Badge>
  if (state === 'enabled') return <Badge tone="good">{t('manage.state.enabled')}</Badge>
  if (disabledBecause === 'failures') return <Badge tone="bad">{t('manage.state.failed')}</Badge>
  return <Badge>{t(`manage.state.${state as 'disabled' | 'uninstalled'}`)}</Badge>
}
