// Uninstalls a plugin: what it holds, what becomes of it, and the download of everything before.
import {
  Button,
  ErrorMessage,
  formatBytes,
  formatCount,
  formatDate,
  formatWit,
  Icon,
  Modal,
  RowSkeletons,
  saveFile,
  useAction,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { useContents, useManagePlugins } from '../api/installs'
import type { Contents, Install } from '../api/types'

interface Props {
  worldId: string
  install: Install
  onClose: () => void
}

/** Rows are counted up to this number. */
const COUNTED = 100_000

export function UninstallDialog({ worldId, install, onClose }: Props) {
  const t = useText('extensions')
  const toast = useToast()
  const { language } = useLanguage()
  const contents = useContents(worldId, install.id)
  const { uninstall } = useManagePlugins(worldId)
  const name = install.name[language]
  const { pending, run } = useAction(async () => {
    await uninstall(install.id)
    toast(t('manage.uninstalled', { name }), 'good')
    onClose()
  })
  return (
    <Modal
      open
      onClose={onClose}
      size="wide"
      title={t('manage.uninstallTitle', { name })}
      description={t('uninstall.text')}
    >
      <form
        className="wv-form"
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <section aria-label={t('uninstall.holds')} aria-busy={contents.isPending}>
          <h3 className="ex-heading">{t('uninstall.holds')}</h3>
          {contents.isPending && <RowSkeletons />}
          {contents.isError && (
            <ErrorMessage error={contents.error} onRetry={() => void contents.refetch()} />
          )}
          {contents.data && <Rows contents={contents.data} />}
          <DownloadButton worldId={worldId} install={install} />
        </section>
        {contents.data && (
          <section aria-label={t('uninstall.after')}>
            <h3 className="ex-heading">{t('uninstall.after')}</h3>
            <ul className="ex-lines">
              {ends(contents.data).map(([key, values]) => (
                <li key={key}>{t(`uninstall.ends.${key}`, values)}</li>
              ))}
            </ul>
          </section>
        )}
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={pending} className="is-danger">
            {t('manage.uninstall')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Saves a zip with everything that a plugin holds. */
export function DownloadButton({ worldId, install }: Omit<Props, 'onClose'>) {
  const t = useText('extensions')
  const { download } = useManagePlugins(worldId)
  const { pending, run } = useAction(async () => {
    saveFile(await download(install.id), `${install.plugin}-${formatDate(new Date(), '-')}.zip`)
  })
  return (
    <p className="ex-actions">
      <Button variant="secondary" size="small" pending={pending} onClick={() => void run()}>
        <Icon name="download" size={16} /> {t('uninstall.download')}
      </Button>
    </p>
  )
}

function Rows({ contents }: { contents: Contents }) {
  const t = useText('extensions')
  if (contents.tables.length === 0) return <p className="ex-quiet">{t('uninstall.noRows')}</p>
  const count = (rows: number) =>
    rows >= COUNTED
      ? t('uninstall.manyRows', { count: formatCount(COUNTED) })
      : t('uninstall.rows', { count: formatCount(rows) })
  return (
    <>
      <table className="ex-tables">
        <tbody>
          {contents.tables.map((table) => (
            <tr key={table.name}>
              <th scope="row">{table.name}</th>
              <td>{count(table.rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="ex-quiet">{t('uninstall.size', { size: formatBytes(contents.bytes) })}</p>
    </>
  )
}

type End = 'money' | 'pages' | 'game' | 'eventKind' | 'timers' | 'data' | 'ledger'

/** What an uninstall ends, in the order in which it matters. */
export function ends(contents: Contents): [End, Record<string, string | number>][] {
  const { balanceHundredths, pages, isGame, isEventKind, timers } = contents
  const lines: [End, Record<string, string | number>, boolean][] = [
    ['money', { amount: formatWit(balanceHundredths) }, balanceHundredths > 0],
    ['pages', {}, pages > 0],
    ['game', {}, isGame],
    ['eventKind', {}, isEventKind],
    ['timers', { count: timers }, timers > 0],
    ['data', {}, true],
    ['ledger', {}, true],
  ]
  return lines.filter(([, , applies]) => applies).map(([key, values]) => [key, values])
}
