// The caller's picture: chosen, uploaded, and removed.
import { Avatar, payload, useAction, useApi, useHost, useText, useToast } from '@witverse/sdk'
import { ImageUpload } from '@witverse/sdk/files'

interface ProfileImageProps {
  name: string
  image: string | null
  /** Whether the person has set the picture; the portrait of people without one cannot be removed. */
  isOwn: boolean
  children: React.ReactNode
}

export function ProfileImage({ name, image, isOwn, children }: ProfileImageProps) {
  const t = useText('shell-profile')
  const api = useApi()
  const { actions } = useHost()
  const toast = useToast()
  const change = useAction(async (fileId: string | null) => {
    await payload(api.PUT('/api/v2/user/image', { body: { fileId } }))
    await actions.reloadCaller()
    toast(t(fileId ? 'picture.changed' : 'picture.removed'))
  })
  return (
    <>
      <div className="pf-who">
        <Avatar name={name} image={image} size={72} />
        {children}
      </div>
      <ImageUpload
        value={isOwn && image ? { url: image, width: null, height: null, ready: true } : null}
        label={t('picture.label')}
        preview={false}
        disabled={change.pending}
        onChange={(file) => void change.run(file?.fileId ?? null)}
      />
    </>
  )
}
