// Permissions that a plugin has had for 30 days and never used: one button takes them back.
import { Button, Notice, useAction, useLanguage, useText, useToast } from '@witverse/sdk'
import { useManagePlugins } from '../api/installs'
import type { Install } from '../api/types'
import { type GrantKey, without } from './grant'

export function UnusedPermissions({ worldId, install }: { worldId: string; install: Install }) {
  const t = useText('extensions')
  const toast = useToast()
  const { language } = useLanguage()
  const { change } = useManagePlugins(worldId)
  const unused = install.unusedPermissions
  const { pending, run } = useAction(async () => {
    const keys = unused.map((line) => line.key as GrantKey)
    await change(install.id, { grant: without(install.granted, keys) })
    toast(t('unused.withdrawn', { name: install.name[language] }), 'good')
  })
  if (unused.length === 0) return null
  return (
    <Notice
      icon="shield"
      action={
        <Button variant="secondary" size="small" pending={pending} onClick={() => void run()}>
          {t('unused.withdraw')}
        </Button>
      }
    >
      <strong>{t('unused.title')}</strong>
      <ul className="ex-lines">
        {unused.map((line) => (
          <li key={line.key}>{line[language]}</li>
        ))}
      </ul>
    </Notice>
  )
}
