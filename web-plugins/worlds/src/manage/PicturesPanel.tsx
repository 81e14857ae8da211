// The logo and the picture of a world, which administrators upload.
import { Panel, useAction, useText, useToast } from '@witverse/sdk'
import { ImageUpload, type UploadedFile } from '@witverse/sdk/files'
import { useManageWorld } from '../api/manage'
import type { WorldView } from '../api/types'
import { WorldLogo } from '../art/WorldLogo'
import { WorldPicture } from '../art/WorldPicture'

export function PicturesPanel({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const toast = useToast()
  const { changeImages } = useManageWorld(world)
  const change = useAction(async (picture: 'logo' | 'thumbnail', fileId: string | null) => {
    await changeImages({ [picture]: fileId })
    toast(t('settings.saved'), 'good')
  })
  const put = (picture: 'logo' | 'thumbnail') => (file: UploadedFile | null) =>
    void change.run(picture, file?.fileId ?? null)
  return (
    <Panel title={t('settings.pictures')} text={t('settings.picturesLead')}>
      <div className="w-pictures">
        <div>
          <h3>{t('settings.logo')}</h3>
          <WorldLogo world={world} size={96} />
          <ImageUpload
            value={asValue(world.worldLogoImg)}
            label={t('settings.logo')}
            preview={false}
            disabled={change.pending}
            onChange={put('logo')}
          />
        </div>
        <div>
          <h3>{t('settings.thumbnail')}</h3>
          <WorldPicture world={world} className="w-pictures-large" />
          <ImageUpload
            value={asValue(world.worldThumbnailImg)}
            label={t('settings.thumbnail')}
            preview={false}
            disabled={change.pending}
            onChange={put('thumbnail')}
          />
        </div>
      </div>
    </Panel>
  )
}

const asValue = (url: string | null) => (url ? { url, width: null, height: null, ready: true } : null)
