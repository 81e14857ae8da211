// A package in a list: its name, what it asks for, and its state.
import { Badge, useLanguage, useText } from '@witverse/sdk'
import type { StoredPackage } from '../api/types'

export function PackageCell({ row }: { row: StoredPackage }) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const stopped = row.stoppedBecause ?? row.publisherStoppedBecause
  return (
    <span className="ex-package">
      <strong>{row.name[language]}</strong>
      <small>
        {row.plugin} · {t('manage.version', { version: row.version })}
      </small>
      {row.permissions.length > 0 && (
        <details>
          <summary>{t('packages.permissions', { count: row.permissions.length })}</summary>
          <ul className="ex-lines">
            {row.permissions.map((line) => (
              <li key={line.key}>{line[language]}</li>
            ))}
          </ul>
        </details>
      )}
      {row.reviewedAt && (
        <small>
          <Badge tone="good">{t('reviewed.yes')}</Badge>
        </small>
      )}
      {stopped && (
        <small>
          <Badge tone="bad">
            {t(row.stoppedBecause ? 'packages.isStopped' : 'packages.publisherIsStopped')}
          </Badge>{' '}
          {stopped}
        </small>
      )}
    </span>
  )
}
