// The data export: request, progress, download.
import {
  Badge,
  Button,
  ErrorMessage,
  formatBytes,
  formatDate,
  formatMoment,
  Icon,
  Skeleton,
  saveFile,
  textOr,
  useAction,
  useApi,
  useText,
} from '@witverse/sdk'
import { Section } from '../../../parts/Section'
import { FormError } from '../../sign-in/FormError'
import { downloadExport, type ExportState, requestExport, useExport, useRefreshAccount } from '../api'
import { useSudo } from '../sudo/SudoProvider'

export function ExportSection() {
  const t = useText('shell-profile')
  const known = useExport()
  return (
    <Section
      title={t('export.title')}
      text={t('export.text')}
      action={known.data && <ExportStateBadge state={known.data.state} />}
    >
      {known.status === 'pending' && <Skeleton style={{ height: 40, width: 180 }} />}
      {known.status === 'error' && <ErrorMessage error={known.error} onRetry={() => void known.refetch()} />}
      {known.data && <ExportActions known={known.data} />}
    </Section>
  )
}

/** The badge tone of each state; `none` has no badge. */
const TONES = new Map([
  ['preparing', 'accent'],
  ['ready', 'good'],
  ['failed', 'bad'],
] as const)

function ExportStateBadge({ state }: { state: ExportState['state'] }) {
  const t = useText('shell-profile')
  const tone = TONES.get(state as 'ready')
  return tone && <Badge tone={tone}>{textOr(t, `export.${state}`, state)}</Badge>
}

function ExportActions({ known }: { known: ExportState }) {
  const t = useText('shell-profile')
  const api = useApi()
  const sudo = useSudo()
  const refresh = useRefreshAccount()
  const ask = useAction(async () => {
    await sudo(() => requestExport(api))
    await refresh('export')
  })
  const fetch = useAction(async () => {
    saveFile(await sudo(() => downloadExport(api)), `witverse-${formatDate(new Date(), '-')}.zip`)
    await refresh('export')
  })
  const again = (
    <Button variant={known.state === 'ready' ? 'quiet' : 'secondary'} pending={ask.pending} onClick={ask.run}>
      {t(known.state === 'none' ? 'export.ask' : 'export.askAgain')}
    </Button>
  )
  if (known.state === 'preparing') {
    return (
      <div className="pf-progress" role="status">
        <span className="pf-progress-bar" aria-hidden="true" />
        <p>{t('export.preparingText')}</p>
      </div>
    )
  }
  return (
    <>
      <FormError text={known.state === 'failed' ? t('export.failedText') : undefined} />
      {known.state === 'ready' && (
        <p className="wv-note">
          {[
            known.readyAt && t('export.readyAt', { date: formatMoment(known.readyAt) }),
            typeof known.bytes === 'number' && formatBytes(known.bytes),
            known.expiresAt && t('export.expires', { date: formatMoment(known.expiresAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <div className="wv-actions">
        {known.state === 'ready' && (
          <Button pending={fetch.pending} onClick={fetch.run}>
            <Icon name="download" size={18} /> {t('export.download')}
          </Button>
        )}
        {again}
      </div>
    </>
  )
}
