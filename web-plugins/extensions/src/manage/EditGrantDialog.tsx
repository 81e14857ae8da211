// Changes the permissions of an installed plugin.
import { useLanguage, useText, useToast } from '@witverse/sdk'
import { FormDialog } from '@witverse/sdk/forms'
import { useManagePlugins } from '../api/installs'
import type { Install } from '../api/types'
import { GrantFields } from './GrantFields'
import { useGrantForm } from './useGrantForm'

interface Props {
  worldId: string
  worldName: string
  install: Install
  onClose: () => void
}

export function EditGrantDialog({ worldId, worldName, install, onClose }: Props) {
  const t = useText('extensions')
  const toast = useToast()
  const { language } = useLanguage()
  const { change } = useManagePlugins(worldId)
  const form = useGrantForm({
    grant: install.granted,
    granted: install.permissions,
    requested: install.requested,
    permissions: install.requestedPermissions,
    submit: async (grant) => {
      await change(install.id, { grant })
      toast(t('review.saved'), 'good')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form.form}
      size="wide"
      holdsText
      closesOnEscape
      title={t('review.editTitle', { name: install.name[language] })}
      action={t('review.save')}
      onClose={onClose}
    >
      <GrantFields
        world={{ id: worldId, name: worldName }}
        requested={install.requested}
        permissions={install.requestedPermissions}
        form={form}
      />
    </FormDialog>
  )
}
