// A package in detail, before its countersignature: key, permissions, changes, files and the file itself.
import {
  Button,
  ErrorMessage,
  Facts,
  formatBytes,
  Icon,
  Modal,
  RowSkeletons,
  saveFile,
  useAction,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useOversight, usePackageDetails } from '../api/packages'
import type { PackageDetails, StoredPackage } from '../api/types'
import { MeasureFacts } from '../manage/MeasureFacts'
import { Places, placeKey } from '../manage/Places'

export function InspectDialog({ row, onClose }: { row: StoredPackage; onClose: () => void }) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const details = usePackageDetails(row.digest)
  const { download } = useOversight()
  const { pending, run } = useAction(async () => {
    saveFile(await download(row.digest), `${row.plugin}-${row.version}.verse`)
  })
  const { data } = details
  return (
    <Modal
      open
      onClose={onClose}
      size="wide"
      title={t('review.title', { name: row.name[language], version: row.version })}
      description={row.plugin}
    >
      {details.isPending && <RowSkeletons />}
      {details.isError && <ErrorMessage error={details.error} onRetry={() => void details.refetch()} />}
      {data && (
        <div className="wv-form">
          {data.description && <p>{data.description[language]}</p>}
          <Facts
            facts={[
              [t('packages.key'), <code key="key">{data.keyId}</code>],
              [t('packages.earlierKeys'), data.earlierKeys.length > 0 && data.earlierKeys.join(', ')],
              [t('packages.size'), formatBytes(data.bytes)],
            ]}
          />
          <section>
            <h3 className="ex-heading">{t('packages.asks')}</h3>
            {row.permissions.length === 0 && <p className="wv-note">{t('review.nothing')}</p>}
            <ul className="ex-lines">
              {row.permissions.map((line) => (
                <li key={line.key}>{line[language]}</li>
              ))}
            </ul>
          </section>
          <Changes details={data} />
          <Places slots={data.slots} hasPages={false} />
          <MeasureFacts measures={data.measures} />
          <Files details={data} />
          <p className="ex-actions">
            <Button variant="secondary" size="small" pending={pending} onClick={() => void run()}>
              <Icon name="download" size={16} /> {t('packages.download')}
            </Button>{' '}
            <small>{t('packages.downloaded')}</small>
          </p>
        </div>
      )}
    </Modal>
  )
}

function Changes({ details: { changes } }: { details: PackageDetails }) {
  const t = useText('extensions')
  const { language } = useLanguage()
  if (!changes) return <p className="wv-note">{t('packages.firstReview')}</p>
  const lines = [
    ...changes.addedPermissions.map((line) => t('packages.added', { what: line[language] })),
    ...changes.removedPermissions.map((line) => t('packages.removed', { what: line[language] })),
    ...changes.addedSlots.map((at) => {
      const key = placeKey(at)
      return t('packages.newPlace', { what: key ? t(key) : at })
    }),
    ...changes.removedFiles.map((what) => t('packages.removedFile', { what })),
  ]
  return (
    <section>
      <h3 className="ex-heading">{t('packages.changes', { version: changes.version })}</h3>
      {lines.length === 0 && <p className="wv-note">{t('packages.noChanges')}</p>}
      <ul className="ex-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function Files({ details }: { details: PackageDetails }) {
  const t = useText('extensions')
  return (
    <section>
      <h3 className="ex-heading">{t('packages.files')}</h3>
      <div className="ex-scroll">
        <table className="wv-plain-table">
          <thead>
            <tr>
              <th scope="col">{t('packages.file')}</th>
              <th scope="col">{t('packages.size')}</th>
              <th scope="col">{t('packages.digest')}</th>
            </tr>
          </thead>
          <tbody>
            {details.files.map((file) => (
              <tr key={file.path}>
                <th scope="row">
                  {file.path}{' '}
                  {file.change && <em>{t(`packages.change.${file.change as 'added' | 'changed'}`)}</em>}
                </th>
                <td>{formatBytes(file.bytes)}</td>
                <td>
                  <code>{file.sha256}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
