// Changes the permissions of an installed plugin.
import { Button, Modal, useAction, useLanguage, useText, useToast } from '@witverse/sdk'
import { useManagePlugins } from '../api/installs'
import type { Install } from '../api/types'
import { GrantFields } from './GrantFields'
import { useGrantDraft } from './useGrantDraft'

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
  const { form, checked } = useGrantDraft({
    grant: install.granted,
    granted: install.permissions,
    requested: install.requested,
    permissions: install.requestedPermissions,
  })
  const { pending, run } = useAction(async () => {
    const grant = checked()
    if (!grant) return
    await change(install.id, { grant })
    toast(t('review.saved'), 'good')
    onClose()
  })
  return (
    <Modal
      open
      onClose={onClose}
      size="wide"
      closeOnOutside={false}
      closeOnEscape
      title={t('review.editTitle', { name: install.name[language] })}
    >
      <form
        className="wv-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <GrantFields
          world={{ id: worldId, name: worldName }}
          requested={install.requested}
          permissions={install.requestedPermissions}
          form={form}
        />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" pending={pending}>
            {t('review.save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
