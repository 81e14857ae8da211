// Uninstalls a plugin: what it holds, what becomes of it, and the download of everything before.
import {
  Button,
  Confirm,
  ErrorMessage,
  formatBytes,
  formatCount,
  formatDate,
  formatWit,
  Icon,
  type Language,
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
/** The longest time for which data are kept. */
const MAX_RETAIN_DAYS = 30

export function UninstallDialog({ worldId, install, onClose }: Props) {
  const t = useText('extensions')
  const toast = useToast()
  const { language } = useLanguage()
  const contents = useContents(worldId, install.id)
  const { uninstall } = useManagePlugins(worldId)
  const name = install.name[language]
  return (
    <Confirm
      size="wide"
      tone="danger"
      title={t('manage.uninstallTitle', { name })}
      text={t('uninstall.text', { count: contents.data?.retainDays ?? MAX_RETAIN_DAYS })}
      action={t('manage.uninstall')}
      onConfirm={async () => {
        await uninstall(install.id)
        toast(t('manage.uninstalled', { name }), 'good')
      }}
      onClose={onClose}
    >
      <section aria-label={t('uninstall.holds')} aria-busy={contents.isPending}>
        <h3 className="ex-heading">{t('uninstall.holds')}</h3>
        {contents.isPending && <RowSkeletons />}
        {contents.isError && <ErrorMessage error={contents.error} onRetry={() => void contents.refetch()} />}
        {contents.data && <Rows contents={contents.data} />}
        <DownloadButton worldId={worldId} install={install} />
      </section>
      {contents.data && (
        <section aria-label={t('uninstall.after')}>
          <h3 className="ex-heading">{t('uninstall.after')}</h3>
          <ul className="ex-lines">
            {ends(contents.data, language).map(([key, values]) => (
              <li key={key}>{t(`uninstall.ends.${key}`, values)}</li>
            ))}
          </ul>
        </section>
      )}
    </Confirm>
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
  if (contents.tables.length === 0 && contents.files === 0)
    return <p className="wv-note">{t('uninstall.noRows')}</p>
  const count = (rows: number) =>
    rows >= COUNTED
      ? t('uninstall.manyRows', { count: formatCount(COUNTED) })
      : t('uninstall.rows', { count: formatCount(rows) })
  return (
    <>
      <table className="wv-plain-table">
        <tbody>
          {contents.tables.map((table) => (
            <tr key={table.name}>
              <th scope="row">{table.name}</th>
              <td>{count(table.rows)}</td>
            </tr>
          ))}
          {contents.files > 0 && (
            <tr>
              <th scope="row">{t('uninstall.files')}</th>
              <td>
                {t('uninstall.fileCount', {
                  count: contents.files,
                  size: formatBytes(contents.fileBytes),
                })}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <p className="wv-note">{t('uninstall.size', { size: formatBytes(contents.bytes) })}</p>
    </>
  )
}

type End =
  | 'money'
  | 'moneyKept'
  | 'holds'
  | 'pages'
  | 'game'
  | 'games'
  | 'eventKind'
  | 'events'
  | 'timers'
  | 'data'
  | 'ledger'

/** The names of what uses the plugin; more than these are counted only. */
const namesOf = ({ count, names }: Contents['blocks'], language: Language) =>
  names.map((name) => name[language]).join(', ') + (count > names.length ? ', …' : '')

/** What an uninstall ends, in the order in which it matters. */
export function ends(contents: Contents, language: Language): [End, Record<string, string | number>][] {
  const { balanceHundredths, returnsTo, holds, pages, isGame, isEventKind, blocks, events, timers } = contents
  const amount = formatWit(balanceHundredths)
  const hasMoney = balanceHundredths > 0
  const lines: [End, Record<string, string | number>, boolean][] = [
    ['money', { amount, owner: returnsTo ?? '' }, hasMoney && Boolean(returnsTo)],
    ['moneyKept', { amount }, hasMoney && !returnsTo],
    ['holds', { count: holds.count, amount: formatWit(holds.hundredths) }, holds.count > 0],
    ['pages', {}, pages > 0],
    ['games', { count: blocks.count, names: namesOf(blocks, language) }, blocks.count > 0],
    ['game', {}, isGame && blocks.count === 0],
    ['events', { count: events.count, names: namesOf(events, language) }, events.count > 0],
    ['eventKind', {}, isEventKind && events.count === 0],
    ['timers', { count: timers }, timers > 0],
    ['data', { count: contents.retainDays }, true],
    ['ledger', {}, true],
  ]
  return lines.filter(([, , applies]) => applies).map(([key, values]) => [key, values])
}
